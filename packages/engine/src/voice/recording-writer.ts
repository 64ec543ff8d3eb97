import { type FileHandle, open } from "node:fs/promises";
import { SAMPLE_RATE } from "./audio-format.ts";

const CHANNELS = 2;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
/** Sound of the last moments stays in memory this long, so that both sides can still write to it. */
const SETTLE_MS = 300;
/** How often sound and a valid header reach the file: with `SETTLE_MS`, a crash loses less than a second. */
const WRITE_EVERY_MS = 500;
const WINDOW_MS = 5_000;
/** A live side that runs this far ahead of the clock drops sound, and this far behind jumps: its device's clock is not ours. */
const AHEAD_MAX_MS = 250;
const BEHIND_MAX_MS = 1_000;

const toSamples = (ms: number) => Math.round((ms * SAMPLE_RATE) / 1000);

/** Left is the caller, right the assistant. */
export type RecordingSide = "customer" | "assistant";

/**
 * A stereo 16 kHz WAV written while the call happens. Sample 0 is 0 on the call's clock, and each side's sound lies where it happened;
 * where there was none, there is silence. The file is a valid WAV from its first write on.
 */
export class RecordingWriter {
  #path: string;
  #onFailure: (error: Error) => void;
  #file: FileHandle | undefined;
  #failed = false;
  /** Writes happen one after the other; nothing waits for them but `close`. */
  #writes: Promise<void>;
  /** Interleaved samples from `#base` on. */
  #window = new Int16Array(toSamples(WINDOW_MS) * CHANNELS);
  /** First sample still in memory; everything before is in the file. */
  #base = 0;
  /** Where sound of a live side goes next. */
  #next: Partial<Record<RecordingSide, number>> = {};

  constructor(path: string, onFailure: (error: Error) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
    this.#writes = this.#guard(async () => {
      this.#file = await open(this.#path, "w");
      await this.#file.write(wavHeader(0), 0, HEADER_BYTES, 0);
    });
  }

  /** Puts sound on one side, beginning at `atSample`. What lies before the window is lost. */
  write(side: RecordingSide, atSample: number, pcm: Int16Array): void {
    const channel = side === "customer" ? 0 : 1;
    for (let index = 0; index < pcm.length; index++) {
      const slot = (atSample + index - this.#base) * CHANNELS + channel;
      if (slot >= 0 && slot < this.#window.length) this.#window[slot] = pcm[index] ?? 0;
    }
  }

  /** Puts sound that has just arrived after the sound before it. */
  append(side: RecordingSide, pcm: Int16Array, nowMs: number): void {
    const expected = toSamples(nowMs) - pcm.length;
    let next = this.#next[side] ?? expected;
    if (next > expected + toSamples(AHEAD_MAX_MS)) return;
    if (next < expected - toSamples(BEHIND_MAX_MS)) next = expected;
    this.write(side, next, pcm);
    this.#next[side] = next + pcm.length;
  }

  /** Call as far as both sides have come; moves what has settled into the file, and nothing can be put there any more. */
  advance(nowMs: number): void {
    const settled = toSamples(nowMs - SETTLE_MS);
    if (settled - this.#base >= toSamples(WRITE_EVERY_MS)) this.#moveToFile(settled);
  }

  /** Writes what is left up to `endMs`. True when there is a recording. */
  async close(endMs: number): Promise<boolean> {
    while (this.#base < toSamples(endMs)) this.#moveToFile(toSamples(endMs));
    await this.#writes;
    await this.#file?.close().catch(() => {});
    return !this.#failed && this.#base > 0;
  }

  #moveToFile(untilSample: number): void {
    const samples = Math.min(untilSample - this.#base, this.#window.length / CHANNELS);
    if (samples <= 0) return;
    const used = samples * CHANNELS;
    const bytes = Buffer.alloc(used * BYTES_PER_SAMPLE);
    for (let index = 0; index < used; index++) bytes.writeInt16LE(this.#window[index] ?? 0, index * BYTES_PER_SAMPLE);
    this.#window.copyWithin(0, used);
    this.#window.fill(0, this.#window.length - used);
    const position = HEADER_BYTES + this.#base * CHANNELS * BYTES_PER_SAMPLE;
    this.#base += samples;
    const dataBytes = this.#base * CHANNELS * BYTES_PER_SAMPLE;
    this.#writes = this.#writes.then(() =>
      this.#guard(async () => {
        await this.#file?.write(bytes, 0, bytes.length, position);
        await this.#file?.write(wavHeader(dataBytes), 0, HEADER_BYTES, 0);
      }),
    );
  }

  /** A full disk ends the recording, not the call. */
  async #guard(write: () => Promise<void>): Promise<void> {
    if (this.#failed) return;
    try {
      await write();
    } catch (error) {
      this.#failed = true;
      this.#onFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * CHANNELS * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(CHANNELS * BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
