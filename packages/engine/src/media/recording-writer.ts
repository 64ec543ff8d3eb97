import { type FileHandle, open } from "node:fs/promises";
import { SAMPLE_RATE } from "./audio-format.ts";

const CHANNELS = 2;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
/** Sound stays in memory this long, so that both sides can still write to it. */
const SETTLE_MS = 300;
/** Interval of writes to the file, header included: with `SETTLE_MS`, a crash loses less than a second. */
const WRITE_EVERY_MS = 500;
const WINDOW_MS = 5_000;
/** A side that runs this far ahead of the call's clock drops sound; one this far behind skips. Devices' clocks differ. */
const AHEAD_MAX_MS = 250;
const BEHIND_MAX_MS = 1_000;

const toSamples = (ms: number) => Math.round((ms * SAMPLE_RATE) / 1000);

/** Left is the caller, right the assistant. */
export type RecordingSide = "customer" | "assistant";

/**
 * A stereo 16 kHz WAV, written during the call. Sample 0 is 0 on the call's clock; each side's sound lies at its time, with silence between.
 * The file is a valid WAV after every write.
 */
export class RecordingWriter {
  #path: string;
  #onFailure: (error: Error) => void;
  #file: FileHandle | undefined;
  #failed = false;
  /** Samples per side in the file. */
  #stored = 0;
  /** Writes run one after the other; only `close` waits for them. */
  #writes: Promise<void>;
  /** Interleaved samples from `#base` on. */
  #window = new Int16Array(toSamples(WINDOW_MS) * CHANNELS);
  /** First sample in memory; earlier ones are in the file. */
  #base = 0;
  /** Next sample of each live side. */
  #next: Partial<Record<RecordingSide, number>> = {};

  /** `startMs`: up to there the recording is silent. */
  constructor(path: string, onFailure: (error: Error) => void, startMs = 0) {
    this.#path = path;
    this.#onFailure = onFailure;
    this.#writes = this.#guard(async () => {
      this.#file = await open(this.#path, "w");
      await this.#file.write(wavHeader(0), 0, HEADER_BYTES, 0);
    });
    while (this.#base < toSamples(startMs)) this.#moveToFile(toSamples(startMs));
  }

  /** Writes sound of one side from `atSample` on. Samples before the window are lost. */
  write(side: RecordingSide, atSample: number, pcm: Int16Array): void {
    const channel = side === "customer" ? 0 : 1;
    for (let index = 0; index < pcm.length; index++) {
      const slot = (atSample + index - this.#base) * CHANNELS + channel;
      if (slot >= 0 && slot < this.#window.length) this.#window[slot] = pcm[index] ?? 0;
    }
  }

  /** Appends sound that has just arrived. */
  append(side: RecordingSide, pcm: Int16Array, nowMs: number): void {
    const expected = toSamples(nowMs) - pcm.length;
    let next = this.#next[side] ?? expected;
    if (next > expected + toSamples(AHEAD_MAX_MS)) return;
    if (next < expected - toSamples(BEHIND_MAX_MS)) next = expected;
    this.write(side, next, pcm);
    this.#next[side] = next + pcm.length;
  }

  /** Both sides have written up to `nowMs`, less `SETTLE_MS`: moves that part into the file. */
  advance(nowMs: number): void {
    const settled = toSamples(nowMs - SETTLE_MS);
    if (settled - this.#base >= toSamples(WRITE_EVERY_MS)) this.#moveToFile(settled);
  }

  /** Writes the rest up to `endMs`. True when the file has sound, even if a write failed later. */
  async close(endMs: number): Promise<boolean> {
    while (this.#base < toSamples(endMs)) this.#moveToFile(toSamples(endMs));
    await this.#writes;
    await this.#file?.close().catch(() => {});
    return this.#stored > 0;
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
    const end = this.#base;
    const dataBytes = end * CHANNELS * BYTES_PER_SAMPLE;
    this.#writes = this.#writes.then(() =>
      this.#guard(async () => {
        await this.#file?.write(bytes, 0, bytes.length, position);
        await this.#file?.write(wavHeader(dataBytes), 0, HEADER_BYTES, 0);
        this.#stored = end;
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
