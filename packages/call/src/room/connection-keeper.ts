import { pauseAfterMs } from "../attempts.ts";
import { CallFailure, isCallOver } from "../call-failure.ts";
import type { RoomClock } from "./room-transport.ts";
import { callTakenOver } from "./signalling.ts";

export interface ConnectionKeeperOptions {
  clock: RoomClock;
  /** How long the host waits for a lost caller. */
  hostWaitsMs(): number;
  /** A value that changes while sound arrives. Undefined without sound for 10 s. */
  received(): number | undefined;
  /** Looks for another path. Sound arrives a moment after it resolves. */
  findPath(signal: AbortSignal): Promise<void>;
  /** Calls back when the network changes. Returns a function that stops it. */
  onNetworkChange(callback: () => void): () => void;
  onConnection(event: "connected" | "interrupted"): void;
  /** The call cannot be resumed. */
  onLost(failure: CallFailure): void;
}

const LOOK_EVERY_MS = 500;
/** The host sends 50 packets a second without gaps, so silence for this long is an interruption. WebRTC only reports it after 5 to 8 s. */
const SILENT_MS = 2_500;
/** Time to gather, signal and check another path. */
const ATTEMPT_MS = 5_000;
/** A path that was found carries sound within this time, also on slow networks. */
const SOUND_MS = 3_000;
/** Extra time, because the host may notice the interruption later than this page. */
const MARGIN_MS = 5_000;

/**
 * Restores a call's connection when the network breaks or changes.
 *
 * ```
 *   steady ── nothing received ──▶ interrupted: an attempt, and another … ──┬─ received again ──▶ steady
 *    │  ▲                                                                  └─ refused, too long ──▶ lost
 *    └──┘ the network changed: an attempt
 * ```
 */
export class ConnectionKeeper {
  readonly #options: ConnectionKeeperOptions;
  readonly #closing = new AbortController();
  #isInterrupted = false;
  #received: number | undefined;
  #receivedAtMs = 0;
  #attempts = 0;
  #nextAttemptAtMs = Number.POSITIVE_INFINITY;
  #isTrying = false;
  #cancelLook: (() => void) | undefined;
  #forgetNetwork: (() => void) | undefined;

  constructor(options: ConnectionKeeperOptions) {
    this.#options = options;
  }

  /** The connection is established. */
  start(): void {
    this.#receivedAtMs = this.#nowMs;
    this.#forgetNetwork = this.#options.onNetworkChange(() => this.#tryNow());
    this.#options.onConnection("connected");
    this.#lookLater();
  }

  stop(): void {
    this.#closing.abort();
    this.#cancelLook?.();
    this.#forgetNetwork?.();
  }

  /** The connection is known to be broken. */
  broke(): void {
    // What arrived before it broke is no sign that it works again.
    this.#received = this.#options.received() ?? this.#received;
    this.#interrupt();
  }

  get #nowMs(): number {
    return this.#options.clock.nowMs();
  }

  #lookLater(): void {
    this.#cancelLook = this.#options.clock.schedule(() => {
      this.#look();
      if (!this.#closing.signal.aborted) this.#lookLater();
    }, LOOK_EVERY_MS);
  }

  #look(): void {
    const received = this.#options.received();
    if (received !== undefined && received !== this.#received) {
      this.#received = received;
      this.#receivedAtMs = this.#nowMs;
      this.#recover();
    } else if (!this.#isInterrupted && this.#nowMs - this.#receivedAtMs > SILENT_MS) {
      this.#interrupt();
    }
    if (this.#isTrying || this.#nowMs < this.#nextAttemptAtMs) return;
    if (this.#isHopeless) this.#lose(new CallFailure("connection-lost", "The connection to the call was lost."));
    else void this.#attempt();
  }

  #interrupt(): void {
    if (!this.#isInterrupted) this.#options.onConnection("interrupted");
    this.#isInterrupted = true;
    this.#tryNow();
  }

  #recover(): void {
    if (!this.#isInterrupted) return;
    this.#isInterrupted = false;
    this.#nextAttemptAtMs = Number.POSITIVE_INFINITY;
    this.#attempts = 0;
    this.#options.onConnection("connected");
  }

  /** A machine that wakes from sleep late still gets one attempt. */
  get #isHopeless(): boolean {
    return (
      this.#attempts > 0 && this.#isInterrupted && this.#nowMs - this.#receivedAtMs > this.#options.hostWaitsMs() + MARGIN_MS
    );
  }

  #tryNow(): void {
    this.#nextAttemptAtMs = this.#nowMs;
  }

  async #attempt(): Promise<void> {
    this.#isTrying = true;
    this.#nextAttemptAtMs = Number.POSITIVE_INFINITY;
    const failure = await this.#findPath().then(
      () => undefined,
      (error: unknown) => error,
    );
    this.#isTrying = false;
    if (this.#closing.signal.aborted) return;
    if (isCallOver(failure)) this.#lose(explain(failure.code));
    else if (failure) this.#tryAgainAfter(pauseAfterMs(this.#attempts));
    else if (this.#isInterrupted) this.#tryAgainAfter(SOUND_MS);
    this.#attempts += 1;
  }

  /** Skipped if the network changed meanwhile. */
  #tryAgainAfter(pauseMs: number): void {
    this.#nextAttemptAtMs = Math.min(this.#nextAttemptAtMs, this.#nowMs + pauseMs);
  }

  async #findPath(): Promise<void> {
    await this.#options.findPath(AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ATTEMPT_MS)]));
  }

  #lose(failure: CallFailure): void {
    this.stop();
    this.#options.onLost(failure);
  }
}

/** If the host ended the call, the cause is the lost connection. */
function explain(code: string): CallFailure {
  if (code === "call-taken-over") return callTakenOver();
  return new CallFailure("connection-lost", "The connection to the call was lost, and the call has ended.");
}

/** What some browsers know of the network, and the DOM library does not. */
interface NetworkInformation extends EventTarget {
  readonly type?: string;
}

/** Calls back when this machine has joined another network, or rejoined one. Returns a function that stops that. */
export function onNetworkChange(callback: () => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  addEventListener("online", callback, { signal });
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  let type = connection?.type;
  // The event also fires for each new speed estimate on the same network.
  const compare = () => {
    if (connection?.type === type) return;
    type = connection?.type;
    callback();
  };
  connection?.addEventListener("change", compare, { signal });
  return () => watching.abort();
}
