import { type FileHandle, open } from "node:fs/promises";
import { SAMPLE_RATE } from "./audio-format.ts";
import { CHANNELS, type RecordingSide, StereoWindow, toSamples } from "./stereo-window.ts";
import { WAVE_HEAD_BYTES, waveHead } from "./wave.ts";

const BYTES_PER_SAMPLE = 2;
const FORMAT = { sampleRate: SAMPLE_RATE, channels: CHANNELS };
/** Sound stays in memory this long, so that both sides can still write to it. */
const SETTLE_MS = 300;
/** Interval of writes to the file, header included: with `SETTLE_MS`, a crash loses less than a second. */
const WRITE_EVERY_MS = 500;
const WINDOW_MS = 5_000;

/** A stereo 16 kHz WAV, written during the call, see `StereoWindow`. The file is a valid WAV after every write. */
export class RecordingWriter {
  #path: string;
  #onFailure: (error: Error) => void;
  #file: FileHandle | undefined;
  #failed = false;
  /** Samples per side in the file. */
  #stored = 0;
  /** Writes run one after the other; only `close` waits for them. */
  #writes: Promise<void>;
  /** Earlier samples are in the file. */
  readonly #window = new StereoWindow(WINDOW_MS);

  /** `startMs`: up to there the recording is silent. */
  constructor(path: string, onFailure: (error: Error) => void, startMs = 0) {
    this.#path = path;
    this.#onFailure = onFailure;
    this.#writes = this.#guard(async () => {
      this.#file = await open(this.#path, "w");
      await this.#file.write(waveHead(FORMAT, 0), 0, WAVE_HEAD_BYTES, 0);
    });
    while (this.#window.base < toSamples(startMs)) this.#moveToFile(toSamples(startMs));
  }

  /** Writes sound of one side from `atSample` on. Samples before the window are lost. */
  write(side: RecordingSide, atSample: number, pcm: Int16Array): void {
    this.#window.write(side, atSample, pcm);
  }

  /** Appends sound that has just arrived. */
  append(side: RecordingSide, pcm: Int16Array, nowMs: number): void {
    this.#window.append(side, pcm, nowMs);
  }

  /** Both sides have written up to `nowMs`, less `SETTLE_MS`: moves that part into the file. */
  advance(nowMs: number): void {
    const settled = toSamples(nowMs - SETTLE_MS);
    if (settled - this.#window.base >= toSamples(WRITE_EVERY_MS)) this.#moveToFile(settled);
  }

  /** Writes the rest up to `endMs`. True when the file has sound, even if a write failed later. */
  async close(endMs: number): Promise<boolean> {
    while (this.#window.base < toSamples(endMs)) this.#moveToFile(toSamples(endMs));
    await this.#writes;
    await this.#file?.close().catch(() => {});
    return this.#stored > 0;
  }

  #moveToFile(untilSample: number): void {
    const position = WAVE_HEAD_BYTES + this.#window.base * CHANNELS * BYTES_PER_SAMPLE;
    const bytes = this.#window.take(untilSample);
    if (bytes.length === 0) return;
    const end = this.#window.base;
    const dataBytes = end * CHANNELS * BYTES_PER_SAMPLE;
    this.#writes = this.#writes.then(() =>
      this.#guard(async () => {
        await this.#file?.write(bytes, 0, bytes.length, position);
        await this.#file?.write(waveHead(FORMAT, dataBytes), 0, WAVE_HEAD_BYTES, 0);
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
