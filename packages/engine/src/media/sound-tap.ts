import { StereoWindow, toSamples } from "./stereo-window.ts";

/** Sound that arrives later is lost. */
const SETTLE_MS = 100;
const PIECE_MS = 100;
const WINDOW_MS = 1_000;

/** Both sides of a running call for supervisors who listen in: pieces of 100 ms (stereo 16 kHz, little-endian, see `StereoWindow`), 200 ms late at most. */
export class SoundTap {
  readonly window: StereoWindow;
  readonly #onPiece: (piece: Buffer) => void;

  constructor(nowMs: number, onPiece: (piece: Buffer) => void) {
    this.window = new StereoWindow(WINDOW_MS, toSamples(nowMs - SETTLE_MS));
    this.#onPiece = onPiece;
  }

  advance(nowMs: number): void {
    while (toSamples(nowMs - SETTLE_MS) - this.window.base >= toSamples(PIECE_MS))
      this.#onPiece(this.window.take(this.window.base + toSamples(PIECE_MS)));
  }
}
