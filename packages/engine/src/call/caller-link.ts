import {
  type CallEventPayload,
  LOST_CALLER_TIMEOUT_MS,
  REJOIN_TIMEOUT_MS,
  type ServerTelemetry,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import { type FarEnd, type MediaTransport, OfferError, type TransportListener } from "../media/media-transport.ts";

/** How a caller left: deliberately, or because the connection broke. */
export type Departure = "hung-up" | "lost";

export interface CallerLinkListener {
  /** The caller is present for the first time. */
  onJoined(): void;
  /** The caller is absent, and the call waits. */
  onAway(departure: Departure): void;
  /** The caller is present again. */
  onReturned(): void;
  /** The caller is on another connection; its channels will open. Precedes `onReturned`, when both happen. */
  onMoved(): void;
  /** The caller has left permanently. */
  onGone(why: Departure | "never-connected"): void;
  onChannelOpen(channel: string): void;
  onAudio(pcm: Int16Array): void;
  onText(channel: string, text: string): void;
  onKey(key: string): void;
  /** See `TransportListener`. Also while the call ends. */
  onSaid(said: CallEventPayload<"line.said">): void;
  /** Input from a connection could not be handled. */
  onFault(cause: unknown): void;
}

export interface CallerLinkOptions {
  /** The call waits for a caller who left, see `REJOIN_TIMEOUT_MS`. */
  callerMayReturn: boolean;
  openTransport(farEnd: FarEnd, listener: TransportListener): Promise<{ transport: MediaTransport; answerSdp: string }>;
  listener: CallerLinkListener;
}

/** One connection of a caller. */
interface Connection {
  readonly number: number;
  readonly channels: Set<string>;
  transport?: MediaTransport;
}

type State = "empty" | "present" | "away" | "gone";

/** With what a transport needs to notice it, the call ends within `LOST_CALLER_TIMEOUT_MS`. */
const RECOVERY_MS = LOST_CALLER_TIMEOUT_MS - 1_000;
/** An ICE restart finds a path within this. */
const RESTART_MS = 10_000;
/** A page that gets `taken-over` leaves within this time. */
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
 * Every offer gets its own connection, numbered from 1 (`session` for the server): the room's secret identifies the caller. The newest connection that is made takes over, and
 * the one before gets `taken-over`. When the wait for an absent caller is over, a connection that is still being made gets its chance first.
 *
 * There are at most three connections at a time: the caller's, one that is being opened, and one that was just taken over.
 */
export class CallerLink {
  #options: CallerLinkOptions;
  #listener: CallerLinkListener;
  #state: State = "empty";
  #offers = 0;
  #current: Connection | undefined;
  #coming: Connection | undefined;
  /** Resolves when the connection that is being opened is open, or has failed. */
  #opening: Promise<void> | undefined;
  #dismissed: { transport: MediaTransport; timer: NodeJS.Timeout } | undefined;
  #departure: Departure = "lost";
  /** When the page last looked for another path. A transport may notice an interruption later than the page. */
  #restartedAtMs = Number.NEGATIVE_INFINITY;
  #waitIsOver = false;
  #waitTimer: NodeJS.Timeout | undefined;

  constructor(options: CallerLinkOptions) {
    this.#options = options;
    this.#listener = options.listener;
  }

  /** The caller's current or last connection. */
  get transport(): MediaTransport | undefined {
    return this.#current?.transport;
  }

  get isAway(): boolean {
    return this.#state === "away";
  }

  /** How long the call waits for a caller whose connection is lost. */
  get waitsForCallerMs(): number {
    return this.#options.callerMayReturn ? REJOIN_TIMEOUT_MS : LOST_CALLER_TIMEOUT_MS;
  }

  /**
   * Answers an offer of a connection. While another connection is being opened, the offer waits and then replaces it; of several waiting
   * offers only the newest is opened. Fails with `OfferError`.
   */
  async offer(farEnd: FarEnd): Promise<{ session: number; sdp: string }> {
    this.#refuseWhenGone();
    const connection: Connection = { number: ++this.#offers, channels: new Set() };
    this.#coming?.transport?.close();
    this.#coming = connection;
    try {
      const { transport, answerSdp } = await this.#open(connection, farEnd);
      connection.transport = transport;
      if (connection !== this.#coming && connection !== this.#current) {
        transport.close();
        throw this.#noSession();
      }
      return { session: connection.number, sdp: answerSdp };
    } catch (error) {
      if (this.#coming === connection) this.#coming = undefined;
      this.#leaveIfDue();
      throw error;
    }
  }

  async #open(connection: Connection, farEnd: FarEnd): Promise<{ transport: MediaTransport; answerSdp: string }> {
    while (this.#opening !== undefined) await this.#opening;
    if (connection !== this.#coming) throw this.#noSession();
    const opened = this.#options.openTransport(farEnd, this.#listenTo(connection));
    const settle = () => {
      this.#opening = undefined;
    };
    this.#opening = opened.then(settle, settle);
    return opened;
  }

  /** Answers another offer of a connection, 0: of the current one. Fails with `OfferError`. */
  async restart(number: number, sdp: string): Promise<string> {
    this.#refuseWhenGone();
    const transport = (number === 0 ? this.#current : this.#find(number))?.transport;
    if (!transport) throw this.#noSession();
    this.#restartedAtMs = performance.now();
    if (this.#state === "away" && !this.#options.callerMayReturn) this.#wait(RESTART_MS);
    return transport.restart(sdp);
  }

  /** The caller of a connection hangs up. True if the call continues. */
  leave(number: number): boolean {
    const connection = this.#find(number);
    connection?.transport?.close();
    if (connection) this.#onLeft(connection);
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

  #find(number: number): Connection | undefined {
    return [this.#current, this.#coming].find((connection) => connection?.number === number);
  }

  #refuseWhenGone(): void {
    if (this.#state === "gone") throw new OfferError("ended", "the call has ended.");
  }

  #noSession(): OfferError {
    this.#refuseWhenGone();
    return new OfferError("taken-over", "the call goes on in another session.");
  }

  #listenTo(connection: Connection): TransportListener {
    const isCurrent = () => connection === this.#current && this.#state !== "gone";
    return {
      onConnected: () => {
        if (connection === this.#coming) this.#takeOver(connection);
      },
      onInterrupted: (silentMs) => {
        if (isCurrent() && this.#state === "present") this.#depart("lost", silentMs);
      },
      onRestored: () => {
        if (isCurrent()) this.#return();
      },
      onChannelOpen: (channel) => {
        connection.channels.add(channel);
        if (isCurrent()) this.#listener.onChannelOpen(channel);
      },
      onAudio: (pcm) => {
        if (isCurrent()) this.#listener.onAudio(pcm);
      },
      onText: (channel, text) => {
        if (isCurrent()) this.#listener.onText(channel, text);
      },
      onKey: (key) => {
        if (isCurrent()) this.#listener.onKey(key);
      },
      onSaid: (said) => this.#listener.onSaid(said),
      onClosed: (end) => {
        if (end === "hung-up") this.#onLeft(connection);
        else this.#onNeverConnected(connection);
      },
      onFault: (cause) => this.#listener.onFault(cause),
    };
  }

  #takeOver(connection: Connection): void {
    const before = this.#current;
    const wasEmpty = this.#state === "empty";
    this.#current = connection;
    this.#coming = undefined;
    if (before?.transport) this.#dismiss(before.transport);
    if (wasEmpty) {
      this.#state = "present";
      this.#listener.onJoined();
    } else {
      this.#listener.onMoved();
      this.#return();
    }
    for (const channel of connection.channels) this.#listener.onChannelOpen(channel);
  }

  /** The page closes the connection itself, so that the message arrives before the close. */
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
    this.#waitIsOver = false;
    const wasAway = this.#state === "away";
    this.#state = "present";
    if (wasAway) this.#listener.onReturned();
  }

  #onNeverConnected(connection: Connection): void {
    if (connection !== this.#coming) return;
    this.#coming = undefined;
    if (this.#state === "empty") this.#go("never-connected");
    else this.#leaveIfDue();
  }

  #onLeft(connection: Connection): void {
    if (connection === this.#coming) {
      this.#coming = undefined;
      if (this.#state === "empty") this.#go("hung-up");
      else this.#leaveIfDue();
    } else if (connection === this.#current) {
      this.#current = undefined;
      this.#depart("hung-up");
    }
  }

  #depart(departure: Departure, silentMs = 0): void {
    if (this.#state === "gone") return;
    const wasPresent = this.#state === "present";
    this.#state = "away";
    this.#departure = departure;
    if (this.#options.callerMayReturn) this.#wait(REJOIN_TIMEOUT_MS);
    else this.#wait(departure === "lost" ? this.#recoveryMs(silentMs) : 0);
    if (wasPresent && this.isAway) this.#listener.onAway(departure);
  }

  #recoveryMs(silentMs: number): number {
    return Math.max(RECOVERY_MS - silentMs, this.#restartedAtMs + RESTART_MS - performance.now());
  }

  #wait(ms: number): void {
    clearTimeout(this.#waitTimer);
    this.#waitIsOver = ms === 0;
    if (ms > 0) this.#waitTimer = setTimeout(() => this.#onWaited(), ms);
    else this.#leaveIfDue();
  }

  #onWaited(): void {
    this.#waitIsOver = true;
    this.#leaveIfDue();
  }

  #leaveIfDue(): void {
    if (this.#state === "away" && this.#waitIsOver && !this.#coming) this.#go(this.#departure);
  }

  #go(why: Departure | "never-connected"): void {
    this.#state = "gone";
    this.#listener.onGone(why);
  }
}
