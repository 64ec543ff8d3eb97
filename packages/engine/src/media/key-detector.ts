import { SAMPLE_RATE } from "./audio-format.ts";
import { energyOf, loudest } from "./goertzel.ts";
import { COLUMNS_HZ, KEYPAD, ROWS_HZ } from "./keypad-tones.ts";

/** 20 ms. A key counts in two blocks in a row. */
const BLOCK_SAMPLES = SAMPLE_RATE / 50;
/** Mean square of the quietest tone that counts. */
const POWER_MIN = 10_000;
/** Part of the sound's energy that the two tones must have: speech has more tones. */
const SHARE_MIN = 0.8;
/** Power of the row's tone in relation to that of the column. */
const TWIST = { min: 0.12, max: 8 };

/** Finds the keys of a telephone's keypad (DTMF) in 16 kHz sound, by Goertzel's algorithm. */
export class KeyDetector {
  readonly #onKey: (key: string) => void;
  readonly #block = new Float32Array(BLOCK_SAMPLES);
  #filled = 0;
  #last = "";
  #isHeld = false;

  constructor(onKey: (key: string) => void) {
    this.#onKey = onKey;
  }

  /** A key sounds. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  push(pcm: Int16Array): void {
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
    if (!isSecond) {
      this.#isHeld = false;
      return;
    }
    if (key !== "" && !this.#isHeld) this.#onKey(key);
    this.#isHeld = key !== "";
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
