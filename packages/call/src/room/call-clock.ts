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
}
