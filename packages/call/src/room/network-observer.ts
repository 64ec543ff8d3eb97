import { assessNetwork, type NetworkSample, sampleOf } from "./network-quality.ts";
import type { NetworkQuality } from "./room-events.ts";
import type { RoomClock } from "./room-transport.ts";

const INTERVAL_MS = 3_000;
/** Samples kept: slightly more than the window that counts. */
const SAMPLES_MAX = 12;
/** Smaller changes of quality are not reported. */
const REPORTED_CHANGE = 10;

/** Measures a connection every few seconds and reports when its quality changes. */
export class NetworkObserver {
  readonly #clock: RoomClock;
  readonly #getStats: () => Promise<RTCStatsReport>;
  readonly #onChange: (quality: NetworkQuality) => void;
  #samples: NetworkSample[] = [];
  #told: NetworkQuality | undefined;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(clock: RoomClock, getStats: () => Promise<RTCStatsReport>, onChange: (quality: NetworkQuality) => void) {
    this.#clock = clock;
    this.#getStats = getStats;
    this.#onChange = onChange;
  }

  start(): void {
    this.#cancel();
    this.#cancel = this.#clock.schedule(() => void this.#look(), INTERVAL_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  async #look(): Promise<void> {
    // A connection that has just been closed has no statistics any more.
    const report = await this.#getStats().catch(() => undefined);
    if (this.#isStopped) return;
    if (report) this.#assess(sampleOf(report, this.#clock.nowMs()));
    this.start();
  }

  #assess(sample: NetworkSample): void {
    // A new connection, after a reconnect, counts from 0 again.
    if (sample.receivedPackets < (this.#samples.at(-1)?.receivedPackets ?? 0)) this.#samples = [];
    this.#samples = [...this.#samples, sample].slice(-SAMPLES_MAX);
    const quality = assessNetwork(this.#samples);
    if (quality.networkState === "unknown" || !this.#isNews(quality)) return;
    this.#told = quality;
    this.#onChange(quality);
  }

  #isNews({ networkState, networkStateReasons, quality }: NetworkQuality): boolean {
    const told = this.#told;
    if (!told || told.networkState !== networkState) return true;
    return told.networkStateReasons.join() !== networkStateReasons.join() || Math.abs(told.quality - quality) >= REPORTED_CHANGE;
  }
}
