import { LOST_CALLER_TIMEOUT_MS, REJOIN_TIMEOUT_MS, type ServerTelemetry, TELEMETRY_CHANNEL } from "@callwright/contract";
import { type MediaTransport, OfferError, type TransportListener } from "./media-transport.ts";

/** How a caller went: on purpose, or because the connection broke. */
export type Departure = "hung-up" | "lost";

export interface CallerLineListener {
  /** The caller is there for the first time. */
  onJoined(): void;
  /** Nobody is there, and the call waits. */
  onAway(departure: Departure): void;
  /** The caller is there again. */
  onReturned(): void;
  /** The caller is on another connection, whose channels are about to open. Before `onReturned`, when both happen. */
  onMoved(): void;
  /** Nobody is there, and nobody will come. */
  onGone(why: Departure | "never-connected"): void;
  onChannelOpen(channel: string): void;
  onAudio(pcm: Int16Array): void;
  onText(channel: string, text: string): void;
}

export interface CallerLineOptions {
  /** The call waits for a caller who left, see `REJOIN_TIMEOUT_MS`. */
  callerMayReturn: boolean;
  openTransport(sdp: string, listener: TransportListener): Promise<{ transport: MediaTransport; answerSdp: string }>;
  listener: CallerLineListener;
}

/** One connection of a caller. */
interface Session {
  readonly number: number;
  readonly channels: Set<string>;
  transport?: MediaTransport;
}

type State = "empty" | "present" | "away" | "gone";

/** libwebrtc tells that the caller has stopped answering about 8 s after it did: with this, the call ends within `LOST_CALLER_TIMEOUT_MS`. */
const RECOVERY_MS = LOST_CALLER_TIMEOUT_MS - 9_000;
/** A connection that tries another path finds it within this. */
const RESTART_MS = 10_000;
/** A page that was told that another has taken over leaves within this. */
const DISMISSED_MS = 3_000;

/**
 * The caller's end of a call: one connection, or several after one another.
 *
 * ```
 *   empty ── connected ──▶ present ── left, or stopped answering ──▶ away ── too long ──▶ gone
 *     │                     ▲ ▲  │                                    │
 *     │        another one ─┘ │  └── left, and may not return ──▶ gone │
 *     │         connected     └─── answers again, another connected ──┘
 *     └─ left, never connected ──▶ gone
 * ```
 * Every offer is answered with a session of its own, numbered from 1: who has the room's secret is the caller. The newest session that gets
 * connected takes over, and the one before it is told so. One that is being connected is still waited for when the time of an absence is up.
 *
 * However many offers come, a line has three connections at most: the caller's, one that is being made, and one that was just taken over.
 */
export class CallerLine {
  #options: CallerLineOptions;
  #listener: CallerLineListener;
  #state: State = "empty";
  #offers = 0;
  #current: Session | undefined;
  #coming: Session | undefined;
  /** A connection is being opened; resolves when it is, or has failed. */
  #opening: Promise<void> | undefined;
  #dismissed: { transport: MediaTransport; timer: NodeJS.Timeout } | undefined;
  #departure: Departure = "lost";
  #waitedLongEnough = false;
  #waitTimer: NodeJS.Timeout | undefined;

  constructor(options: CallerLineOptions) {
    this.#options = options;
    this.#listener = options.listener;
  }

  /** The connection the caller is on, or was on last. */
  get transport(): MediaTransport | undefined {
    return this.#current?.transport;
  }

  get isAway(): boolean {
    return this.#state === "away";
  }

  /** How long an absence may last that nobody announced. */
  get waitsForCallerMs(): number {
    return this.#options.callerMayReturn ? REJOIN_TIMEOUT_MS : LOST_CALLER_TIMEOUT_MS;
  }

  /**
   * Answers an offer of a connection. One that comes while another is being opened waits for it, and replaces it; only the newest of
   * those that wait is opened. Fails with `OfferError`.
   */
  async offer(sdp: string): Promise<{ session: number; sdp: string }> {
    this.#refuseWhenGone();
    const session: Session = { number: ++this.#offers, channels: new Set() };
    this.#coming?.transport?.close();
    this.#coming = session;
    try {
      const { transport, answerSdp } = await this.#open(session, sdp);
      session.transport = transport;
      if (session !== this.#coming && session !== this.#current) {
        transport.close();
        throw this.#noSession();
      }
      return { session: session.number, sdp: answerSdp };
    } catch (error) {
      if (this.#coming === session) this.#coming = undefined;
      this.#leaveIfDue();
      throw error;
    }
  }

  async #open(session: Session, sdp: string): Promise<{ transport: MediaTransport; answerSdp: string }> {
    while (this.#opening !== undefined) await this.#opening;
    if (session !== this.#coming) throw this.#noSession();
    const opened = this.#options.openTransport(sdp, this.#listenTo(session));
    const settle = () => {
      this.#opening = undefined;
    };
    this.#opening = opened.then(settle, settle);
    return opened;
  }

  /** Answers an offer of a session's connection over another path. Fails with `OfferError`. */
  async restart(number: number, sdp: string): Promise<string> {
    const transport = this.#find(number)?.transport;
    if (!transport) throw this.#noSession();
    if (this.#state === "away" && !this.#options.callerMayReturn) this.#wait(RESTART_MS);
    return transport.restart(sdp);
  }

  /** A session's caller hangs up. Answers whether the call goes on. */
  leave(number: number): boolean {
    const session = this.#find(number);
    session?.transport?.close();
    if (session) this.#onLeft(session);
    return this.#state !== "gone";
  }

  /** Plays 10 ms to the caller. */
  sendAudio(pcm: Int16Array): void {
    this.#current?.transport?.sendAudio(pcm);
  }

  close(): void {
    this.#state = "gone";
    clearTimeout(this.#waitTimer);
    this.#coming?.transport?.close();
    this.#coming = undefined;
    this.#current?.transport?.close();
    this.#closeDismissed();
  }

  #find(number: number): Session | undefined {
    return [this.#current, this.#coming].find((session) => session?.number === number);
  }

  #refuseWhenGone(): void {
    if (this.#state === "gone") throw new OfferError("ended", "the call has ended.");
  }

  #noSession(): OfferError {
    this.#refuseWhenGone();
    return new OfferError("taken-over", "the call goes on in another session.");
  }

  #listenTo(session: Session): TransportListener {
    const isCurrent = () => session === this.#current && this.#state !== "gone";
    return {
      onConnected: () => {
        if (session === this.#coming) this.#takeOver(session);
      },
      onInterrupted: () => {
        if (isCurrent() && this.#state === "present") this.#depart("lost");
      },
      onRestored: () => {
        if (isCurrent()) this.#return();
      },
      onChannelOpen: (channel) => {
        session.channels.add(channel);
        if (isCurrent()) this.#listener.onChannelOpen(channel);
      },
      onAudio: (pcm) => {
        if (isCurrent()) this.#listener.onAudio(pcm);
      },
      onText: (channel, text) => {
        if (isCurrent()) this.#listener.onText(channel, text);
      },
      onClosed: (end) => {
        if (end === "hung-up") this.#onLeft(session);
        else this.#onNeverConnected(session);
      },
    };
  }

  #takeOver(session: Session): void {
    const before = this.#current;
    const wasEmpty = this.#state === "empty";
    this.#current = session;
    this.#coming = undefined;
    if (before?.transport) this.#dismiss(before.transport);
    if (wasEmpty) {
      this.#state = "present";
      this.#listener.onJoined();
    } else {
      this.#listener.onMoved();
      this.#return();
    }
    for (const channel of session.channels) this.#listener.onChannelOpen(channel);
  }

  /** A page that is told closes the connection itself, so that the message is not overtaken. */
  #dismiss(transport: MediaTransport): void {
    this.#closeDismissed();
    const takenOver: ServerTelemetry = { type: "taken-over" };
    transport.sendText(TELEMETRY_CHANNEL, JSON.stringify(takenOver));
    this.#dismissed = { transport, timer: setTimeout(() => this.#closeDismissed(), DISMISSED_MS) };
  }

  #closeDismissed(): void {
    clearTimeout(this.#dismissed?.timer);
    this.#dismissed?.transport.close();
    this.#dismissed = undefined;
  }

  #return(): void {
    clearTimeout(this.#waitTimer);
    this.#waitedLongEnough = false;
    const wasAway = this.#state === "away";
    this.#state = "present";
    if (wasAway) this.#listener.onReturned();
  }

  #onNeverConnected(session: Session): void {
    if (session !== this.#coming) return;
    this.#coming = undefined;
    if (this.#state === "empty") this.#go("never-connected");
    else this.#leaveIfDue();
  }

  #onLeft(session: Session): void {
    if (session === this.#coming) {
      this.#coming = undefined;
      if (this.#state === "empty") this.#go("hung-up");
      else this.#leaveIfDue();
    } else if (session === this.#current) {
      this.#current = undefined;
      this.#depart("hung-up");
    }
  }

  #depart(departure: Departure): void {
    if (this.#state === "gone") return;
    const wasPresent = this.#state === "present";
    this.#state = "away";
    this.#departure = departure;
    if (this.#options.callerMayReturn) this.#wait(REJOIN_TIMEOUT_MS);
    else this.#wait(departure === "lost" ? RECOVERY_MS : 0);
    if (wasPresent && this.isAway) this.#listener.onAway(departure);
  }

  #wait(ms: number): void {
    clearTimeout(this.#waitTimer);
    this.#waitedLongEnough = ms === 0;
    if (ms > 0) this.#waitTimer = setTimeout(() => this.#onWaited(), ms);
    else this.#leaveIfDue();
  }

  #onWaited(): void {
    this.#waitedLongEnough = true;
    this.#leaveIfDue();
  }

  #leaveIfDue(): void {
    if (this.#state === "away" && this.#waitedLongEnough && !this.#coming) this.#go(this.#departure);
  }

  #go(why: Departure | "never-connected"): void {
    this.#state = "gone";
    this.#listener.onGone(why);
  }
}
