import { SAMPLE_RATE } from "./audio-format.ts";

const ROWS_HZ = [697, 770, 852, 941];
const COLUMNS_HZ = [1209, 1336, 1477, 1633];
const KEYS = ["123A", "456B", "789C", "*0#D"];
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
  const energy = block.reduce((sum, sample) => sum + sample * sample, 0);
  if (energy / block.length < POWER_MIN) return "";
  const row = loudest(ROWS_HZ, block);
  const column = loudest(COLUMNS_HZ, block);
  const share = ((row.power + column.power) * 2) / (energy * block.length);
  const twist = row.power / (column.power + 1);
  const isKey = share > SHARE_MIN && twist > TWIST.min && twist < TWIST.max;
  return isKey ? (KEYS[row.index]?.[column.index] ?? "") : "";
}

function loudest(tonesHz: readonly number[], block: Float32Array): { index: number; power: number } {
  return tonesHz
    .map((hz, index) => ({ index, power: powerOf(hz, block) }))
    .reduce((best, each) => (each.power > best.power ? each : best));
}

function powerOf(hz: number, block: Float32Array): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  let before = 0;
  let now = 0;
  for (const sample of block) [before, now] = [now, sample + turn * now - before];
  return now * now + before * before - turn * now * before;
}
