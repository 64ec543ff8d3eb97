interface RoundTrip {
  roundTripMs: number;
  offsetMs: number;
}

/** Round trips looked back on: old ones leave, so that a drifting clock does not. */
const REMEMBERED_ROUND_TRIPS = 16;

/**
 * Relates this page's clock to the call's. Of the remembered pings the quickest counts: its answer lay nearest to the middle,
 * and it is off by at most half its round trip.
 */
export class CallClock {
  readonly #roundTrips: RoundTrip[] = [];

  /** One ping: sent and answered by the local clock, and the call's clock between the two. Milliseconds. */
  add(sentMs: number, receivedMs: number, callMs: number): void {
    this.#roundTrips.push({ roundTripMs: receivedMs - sentMs, offsetMs: callMs - (sentMs + receivedMs) / 2 });
    if (this.#roundTrips.length > REMEMBERED_ROUND_TRIPS) this.#roundTrips.shift();
  }

  /** A local time on the call's clock; undefined before the first answer. */
  toCallMs(localMs: number): number | undefined {
    if (this.#roundTrips.length === 0) return undefined;
    const quickest = this.#roundTrips.reduce((best, next) => (next.roundTripMs < best.roundTripMs ? next : best));
    return localMs + quickest.offsetMs;
  }
}
