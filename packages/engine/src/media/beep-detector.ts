import { SAMPLE_RATE } from "./audio-format.ts";
import { energyOf, loudest } from "./goertzel.ts";

const STEP_HZ = 25;
const TONES_HZ = Array.from({ length: 75 }, (_, index) => 350 + index * STEP_HZ);
/** 20 ms. */
const BLOCK_SAMPLES = SAMPLE_RATE / 50;
/** 160 ms of one tone. Vowels are shorter, or have overtones. */
const BLOCKS_MIN = 8;
/** Mean square of the quietest tone that counts. */
const POWER_MIN = 40_000;
/** Share of the sound's energy that the tone must have. */
const SHARE_MIN = 0.82;

/** Detects the beep after which a mailbox records: one steady tone, and then its end. */
export class BeepDetector {
  readonly #onBeepOver: () => void;
  readonly #block = new Float32Array(BLOCK_SAMPLES);
  #filled = 0;
  #tone = -1;
  #blocks = 0;

  constructor(onBeepOver: () => void) {
    this.#onBeepOver = onBeepOver;
  }

  push(pcm: Int16Array): void {
    for (const sample of pcm) {
      this.#block[this.#filled++] = sample;
      if (this.#filled < BLOCK_SAMPLES) continue;
      this.#filled = 0;
      this.#follow(toneIn(this.#block));
    }
  }

  #follow(tone: number): void {
    const goesOn = tone >= 0 && Math.abs(tone - this.#tone) <= 1;
    const wasBeep = this.#blocks >= BLOCKS_MIN;
    if (goesOn) this.#blocks += 1;
    else this.#blocks = tone >= 0 ? 1 : 0;
    this.#tone = tone;
    if (wasBeep && !goesOn) this.#onBeepOver();
  }
}

/** Index of the block's tone; below 0 for other sound. */
function toneIn(block: Float32Array): number {
  const energy = energyOf(block);
  if (energy / block.length < POWER_MIN) return -1;
  const { index, power } = loudest(TONES_HZ, block);
  return (power * 2) / (energy * block.length) > SHARE_MIN ? index : -1;
}
