/** A recording to draw. Instead of its bytes, a signed URL of a WAV recording answers with it if the query has `peaks`. */
export interface RecordingPeaks {
  /** Of each channel, the loudest samples of equal parts of the time, in thousandths of the loudest that a sample can be. */
  channels: number[][];
  durationSeconds: number;
}

/** Finer than the bars of any screen. Two channels are about 10 kB of JSON. */
const MAX_PEAKS = 1200;
/** Of a short recording. */
const PEAKS_PER_SECOND = 100;
/** The sound of a WAV file begins before. */
const HEAD_MAX_BYTES = 4096;
const LOUDEST_SAMPLE = 32_768;

/** Measures a WAV file of 16-bit samples while its bytes arrive. Its memory does not grow with the file. */
export class RecordingMeter {
  #rest = new Uint8Array();
  #rate = 0;
  #framesPerPeak = 1;
  #frames = 0;
  #channels: number[][] = [];

  get hasBegun(): boolean {
    return this.#channels.length > 0;
  }

  /** Answers false when the bytes so far show that it is another file. They are not measured then. */
  add(bytes: Uint8Array): boolean {
    // A copy: samples must begin at an even place.
    const both = new Uint8Array(this.#rest.length + bytes.length);
    both.set(this.#rest);
    both.set(bytes, this.#rest.length);
    this.#rest = both;
    const dataAt = this.hasBegun ? 0 : this.#readHead(both);
    if (dataAt === undefined) return both.length < HEAD_MAX_BYTES;
    this.#rest = both.slice(dataAt + this.#measure(both.slice(dataAt)));
    return true;
  }

  /** Undefined before the sound has begun. */
  peaks(): RecordingPeaks | undefined {
    if (!this.hasBegun) return undefined;
    const channels = this.#channels.map((loudest) => loudest.map((sample) => Math.round((1000 * sample) / LOUDEST_SAMPLE)));
    return { channels, durationSeconds: this.#frames / this.#rate };
  }

  /** Where the samples begin. Undefined as long as the head is not complete, and for any other file. */
  #readHead(bytes: Uint8Array): number | undefined {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
    if (word(0) !== "RIFF" || word(8) !== "WAVE") return undefined;
    let channels = 0;
    for (let at = 12; at + 8 <= bytes.length; at += 8 + view.getUint32(at + 4, true)) {
      if (word(at) === "data" && channels > 0) {
        this.#channels = Array.from({ length: channels }, () => []);
        this.#framesPerPeak = Math.max(1, Math.round(this.#rate / PEAKS_PER_SECOND));
        return at + 8;
      }
      if (word(at) !== "fmt " || at + 24 > bytes.length) continue;
      const [kind, bits] = [view.getUint16(at + 8, true), view.getUint16(at + 22, true)];
      if (kind !== 1 || bits !== 16) return undefined;
      channels = view.getUint16(at + 10, true);
      this.#rate = view.getUint32(at + 12, true);
    }
    return undefined;
  }

  /** Answers how many bytes it has measured: whole frames only. */
  #measure(bytes: Uint8Array<ArrayBuffer>): number {
    const width = this.#channels.length;
    const frames = Math.floor(bytes.length / (2 * width));
    const samples = new Int16Array(bytes.buffer, 0, frames * width);
    for (let frame = 0; frame < frames; ) {
      const done = this.#frames % this.#framesPerPeak;
      const count = Math.min(frames - frame, this.#framesPerPeak - done);
      for (const [channel, loudest] of this.#channels.entries()) {
        let most = done === 0 ? 0 : (loudest.pop() ?? 0);
        for (let at = frame * width + channel; at < (frame + count) * width; at += width)
          most = Math.max(most, Math.abs(samples[at] ?? 0));
        loudest.push(most);
      }
      frame += count;
      this.#frames += count;
      if (this.#frames === MAX_PEAKS * this.#framesPerPeak) this.#halve();
    }
    return frames * 2 * width;
  }

  /** From here on, a peak is of twice the time. */
  #halve(): void {
    this.#framesPerPeak *= 2;
    this.#channels = this.#channels.map((loudest) =>
      Array.from({ length: loudest.length / 2 }, (_, pair) => Math.max(loudest[2 * pair] ?? 0, loudest[2 * pair + 1] ?? 0)),
    );
  }
}
