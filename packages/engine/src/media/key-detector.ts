import { SAMPLE_RATE } from "./audio-format.ts";
import { energyOf, loudest } from "./goertzel.ts";
import { COLUMNS_HZ, KEYPAD, ROWS_HZ } from "./keypad-tones.ts";

/** 20 ms. A key counts after two blocks in a row, and so does the pause after it: a shorter pause is a gap in the sound. */
const BLOCK_SAMPLES = SAMPLE_RATE / 50;
/** Mean square of the quietest tone that counts. */
const POWER_MIN = 10_000;
/** Share of the sound's energy that the two tones must have: speech has more tones. */
const SHARE_MIN = 0.8;
/** Power of the row's tone in relation to the column's. */
const TWIST = { min: 0.12, max: 8 };

/** Finds the keys of a telephone's keypad (DTMF) in 16 kHz sound, by Goertzel's algorithm. */
export class KeyDetector {
  readonly #onKey: (key: string) => void;
  readonly #block = new Float32Array(BLOCK_SAMPLES);
  #filled = 0;
  #last = "";
  /** The last counted key, until a pause follows. */
  #counted = "";
  #isTone = false;

  constructor(onKey: (key: string) => void) {
    this.#onKey = onKey;
  }

  /** Whether a key sounds in the last pushed block: also before it counts, because even 40 ms of its tones are speech to a voice detector. */
  get isHeld(): boolean {
    return this.#isTone || this.#counted !== "";
  }

  push(pcm: Int16Array): void {
    // 10 ms are enough to distinguish tones from speech: in recordings of human speech, no piece has more than 0.7 of its energy in two tones.
    this.#isTone = keyIn(Float32Array.from(pcm)) !== "";
    for (const sample of pcm) {
      this.#block[this.#filled++] = sample;
      if (this.#filled < BLOCK_SAMPLES) continue;
      this.#filled = 0;
      this.#follow(keyIn(this.#block));
    }
  }

  #follow(key: string): void {
    const isSecond = key === this.#last;
    this.#last = key;
    if (!isSecond) return;
    if (key !== "" && key !== this.#counted) this.#onKey(key);
    this.#counted = key;
  }
}

function keyIn(block: Float32Array): string {
  const energy = energyOf(block);
  if (energy / block.length < POWER_MIN) return "";
  const row = loudest(ROWS_HZ, block);
  const column = loudest(COLUMNS_HZ, block);
  const share = ((row.power + column.power) * 2) / (energy * block.length);
  const twist = row.power / (column.power + 1);
  const isKey = share > SHARE_MIN && twist > TWIST.min && twist < TWIST.max;
  return isKey ? (KEYPAD[row.index]?.[column.index] ?? "") : "";
}
