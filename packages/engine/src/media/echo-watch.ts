import { levelOf } from "./level-of.ts";

/** Echo is looked for up to this many frames of 10 ms after our sound. */
const LAGS = 70;
/** What is compared fades with this time constant: two syllables. A longer one notices an echo later, a shorter one takes more voices for one. */
const FADE = 1 - 1 / 40;
/** Frames to compare before there is a result. */
const FRAMES_MIN = 30;
/** Frames from one result to the next. */
const FIND_EVERY = 4;
/** How much the two have in common, from −1 to 1. Room noise reaches 0.4 at the best of so many delays. */
const ALIKE = 0.65;
/** Decibels by which a sound must rise and fall to be compared. */
const MOVES_DB = 2.5;
/** Root mean square of our speech. A background sound has about 400; 20 dB softer, neither it nor a pause is heard as a voice. */
export const OUR_SPEECH = 1_000;
/** Added to levels, so that background sound and the last bits of silence do not count. */
const FLOOR = { sent: 300, heard: 4 };

const decibels = (level: number, floor: number) => 20 * Math.log10(level + floor);

export interface FoundEcho {
  /** In frames of 10 ms. */
  delay: number;
  /** Level of these 10 ms as a part of our speech that long before. Undefined: we did not speak then. */
  gain: number | undefined;
}

/**
 * Finds out whether what is heard follows what was sent, by their loudness alone: 70 delays are compared in some microseconds for each 10 ms. Two
 * sounds are alike when their levels rise and fall together; how soft an echo is makes no difference.
 */
export class EchoWatch {
  /** Levels of what was sent, in decibels, the newest at `#at`. */
  readonly #sent = new Float64Array(LAGS).fill(decibels(0, FLOOR.sent));
  readonly #sums = { sent: new Float64Array(LAGS), squares: new Float64Array(LAGS), products: new Float64Array(LAGS) };
  #at = 0;
  #sentSilence = LAGS;
  #weight = 0;
  #frames = 0;
  #heard = 0;
  #heardSquares = 0;
  #delay: number | undefined;

  /** 10 ms of both, and the level of what was sent. Returns what follows our sound. */
  push(level: number, heard: Int16Array): FoundEcho | undefined {
    this.#sentSilence = level > OUR_SPEECH ? 0 : this.#sentSilence + 1;
    this.#at = (this.#at + 1) % LAGS;
    this.#sent[this.#at] = decibels(level, FLOOR.sent);
    // Without our speech there is nothing to compare, and the caller speaks.
    if (this.#sentSilence >= LAGS) return undefined;
    const now = decibels(levelOf(heard), FLOOR.heard);
    this.#add(now);
    if (this.#frames >= FRAMES_MIN && this.#frames % FIND_EVERY === 0) this.#delay = this.#find();
    if (this.#delay === undefined) return undefined;
    const before = this.#sent[(this.#at - this.#delay + LAGS) % LAGS] ?? 0;
    const gain = before > decibels(OUR_SPEECH, FLOOR.sent) ? 10 ** ((now - before) / 20) : undefined;
    return { delay: this.#delay, gain };
  }

  #add(heard: number): void {
    const { sent, squares, products } = this.#sums;
    for (let lag = 0; lag < LAGS; lag++) {
      const before = this.#sent[(this.#at - lag + LAGS) % LAGS] ?? 0;
      sent[lag] = (sent[lag] ?? 0) * FADE + before;
      squares[lag] = (squares[lag] ?? 0) * FADE + before * before;
      products[lag] = (products[lag] ?? 0) * FADE + before * heard;
    }
    this.#weight = this.#weight * FADE + 1;
    this.#heard = this.#heard * FADE + heard;
    this.#heardSquares = this.#heardSquares * FADE + heard * heard;
    this.#frames += 1;
  }

  #find(): number | undefined {
    const { sent, squares, products } = this.#sums;
    const mean = this.#heard / this.#weight;
    const spread = Math.sqrt(Math.max(0, this.#heardSquares / this.#weight - mean * mean));
    if (spread < MOVES_DB) return undefined;
    let found: number | undefined;
    let most = ALIKE;
    for (let lag = 0; lag < LAGS; lag++) {
      const meanSent = (sent[lag] ?? 0) / this.#weight;
      const spreadSent = Math.sqrt(Math.max(0, (squares[lag] ?? 0) / this.#weight - meanSent * meanSent));
      if (spreadSent < MOVES_DB) continue;
      const alike = ((products[lag] ?? 0) / this.#weight - meanSent * mean) / (spreadSent * spread);
      if (alike <= most) continue;
      most = alike;
      found = lag;
    }
    return found;
  }
}
