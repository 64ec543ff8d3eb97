import type { AudioFrame } from "@livekit/rtc-node";

/** Services refuse sound that comes much faster than it was spoken. */
const SECONDS_MAX = 8;

/** The caller's sound since the last final words, at most the last seconds of it, for a transcriber that begins in the middle. */
export class RecentSound {
  #frames: AudioFrame[] = [];
  #seconds = 0;

  add(frame: AudioFrame): void {
    this.#frames.push(frame);
    this.#seconds += secondsOf(frame);
    while (this.#seconds > SECONDS_MAX) {
      const oldest = this.#frames.shift();
      if (!oldest) return;
      this.#seconds -= secondsOf(oldest);
    }
  }

  clear(): void {
    this.#frames = [];
    this.#seconds = 0;
  }

  get frames(): readonly AudioFrame[] {
    return [...this.#frames];
  }
}

const secondsOf = ({ samplesPerChannel, sampleRate }: AudioFrame) => samplesPerChannel / sampleRate;
