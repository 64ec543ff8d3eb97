import type { ClientTelemetry, ServerTelemetry } from "@callwright/contract";
import type { TextChannel } from "./room-link.ts";

interface RoundTrip {
  roundTripMs: number;
  offsetMs: number;
}

/** Number of kept round trips. Old ones are dropped, because clocks drift. */
const REMEMBERED_ROUND_TRIPS = 16;

/**
 * Relates this page's clock to the call's clock, by the fastest of the recent pings,
 * whose error is at most half its round trip.
 */
export class CallClock {
  readonly #roundTrips: RoundTrip[] = [];

  /** One ping, in milliseconds: local send and receive time, and the call's clock between them. */
  add(sentMs: number, receivedMs: number, callMs: number): void {
    this.#roundTrips.push({ roundTripMs: receivedMs - sentMs, offsetMs: callMs - (sentMs + receivedMs) / 2 });
    if (this.#roundTrips.length > REMEMBERED_ROUND_TRIPS) this.#roundTrips.shift();
  }

  /** A local time on the call's clock. Undefined before the first pong. */
  toCallMs(localMs: number): number | undefined {
    if (this.#roundTrips.length === 0) return undefined;
    const quickest = this.#roundTrips.reduce((best, next) => (next.roundTripMs < best.roundTripMs ? next : best));
    return localMs + quickest.offsetMs;
  }

  get lastRoundTripMs(): number | undefined {
    return this.#roundTrips.at(-1)?.roundTripMs;
  }
}

/** Pings sent one after another when the channel opens, so that even the first turn has times on the call's clock. */
const FIRST_PINGS = 5;
const PING_INTERVAL_MS = 5_000;

/** The telemetry channel of a direct room: relates the clocks, and carries the messages that only a direct room has. */
export class TelemetryChannel {
  readonly #channel: TextChannel;
  readonly #onMessage: (message: ServerTelemetry) => void;
  readonly #clock = new CallClock();
  #pingsLeft = FIRST_PINGS;
  #pingTimer: ReturnType<typeof setInterval> | undefined;

  constructor(channel: TextChannel, onMessage: (message: ServerTelemetry) => void) {
    this.#channel = channel;
    this.#onMessage = onMessage;
    channel.addEventListener("open", () => {
      this.#ping();
      this.#pingTimer = setInterval(() => this.#ping(), PING_INTERVAL_MS);
    });
    channel.addEventListener("message", ({ data }) => this.#receive(String(data)));
  }

  /** Of the last ping. Undefined before the first pong. */
  get roundTripMs(): number | undefined {
    return this.#clock.lastRoundTripMs;
  }

  send(message: ClientTelemetry): void {
    if (this.#channel.readyState === "open") this.#channel.send(JSON.stringify(message));
  }

  /** `localMs` is from `performance.now()`. Not sent before the two clocks are related. */
  tellAudible(turn: number, localMs: number): void {
    const atCallMs = this.#clock.toCallMs(localMs);
    if (atCallMs !== undefined) this.send({ type: "audible", turn, atCallMs });
  }

  /** Its link closes the channel. */
  close(): void {
    clearInterval(this.#pingTimer);
  }

  #ping(): void {
    this.send({ type: "ping", clientMs: performance.now() });
  }

  #ponged(clientMs: number, receivedMs: number, callMs: number): void {
    this.#clock.add(clientMs, receivedMs, callMs);
    this.#pingsLeft -= 1;
    if (this.#pingsLeft > 0) this.#ping();
  }

  #receive(data: string): void {
    const receivedMs = performance.now();
    const message = parseTelemetry(data);
    if (message?.type === "pong") this.#ponged(message.clientMs, receivedMs, message.callMs);
    else if (message) this.#onMessage(message);
  }
}

function parseTelemetry(data: string): ServerTelemetry | undefined {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
