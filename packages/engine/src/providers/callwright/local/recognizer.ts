import { WorkQueue } from "../../../process/work-queue.ts";
import type { RecognizerModelFiles } from "./installed-recognizer.ts";
import { type Decoded, decode, type RecognizerModel, SAMPLE_RATE } from "./recognizer-model.ts";

/** Decodes use the thread pool of the process, which other work needs too. */
const PARALLEL_MAX = 2;
/** Shared by all recognizers of the process. */
const decodes = new WorkQueue<string>(PARALLEL_MAX);

/** The library writes an error for shorter sound. */
const SHORTEST_SAMPLES = 0.1 * SAMPLE_RATE;
/** If nothing is recognized in sound up to this length, in seconds, it is tried again with silence before and after it. */
const SHORT_SECONDS = 3;
const SECOND_TRIES = [
  { before: 0.1, after: 1 },
  { before: 0, after: 0.3 },
] as const;

/** More tokens in a second are a word that the model repeats: speech has 2.5 to 6 of Moonshine. The other kind does not repeat. */
const TOKENS_PER_SECOND_MAX = { moonshine: 10, "nemo-transducer": Number.POSITIVE_INFINITY };

/** One model of a process, for all of its calls. */
export class Recognizer {
  readonly #load: () => Promise<RecognizerModel>;
  readonly #tokensPerSecondMax: number;

  constructor(load: () => Promise<RecognizerModel>, kind: RecognizerModelFiles["kind"]) {
    this.#load = load;
    this.#tokensPerSecondMax = TOKENS_PER_SECOND_MAX[kind];
  }

  /** Loads the model, so that the first utterance does not wait for it. */
  async warm(): Promise<void> {
    await this.#load();
  }

  /** Whether the process has nothing to decode. Only then are words of unfinished speech recognized. */
  get isIdle(): boolean {
    return decodes.isIdle;
  }

  /** The words in the sound, "" for none and for an aborted decode. Fails when the model does not load. */
  async recognize(samples: Float32Array, signal: AbortSignal): Promise<string> {
    try {
      return await decodes.add(() => this.#textOf(samples, signal), signal);
    } catch (error) {
      if (signal.aborted) return "";
      throw error;
    }
  }

  async #textOf(samples: Float32Array, signal: AbortSignal): Promise<string> {
    if (samples.length < SHORTEST_SAMPLES) return "";
    const model = await this.#load();
    const seconds = samples.length / SAMPLE_RATE;
    const isPoor = ({ text, tokens }: Decoded) => text.trim() === "" || tokens.length / seconds > this.#tokensPerSecondMax;
    let decoded = await decode(model, samples);
    for (const silence of seconds < SHORT_SECONDS ? SECOND_TRIES : []) {
      if (!isPoor(decoded) || signal.aborted) break;
      decoded = await decode(model, padded(samples, silence));
    }
    return isPoor(decoded) ? "" : decoded.text.trim();
  }
}

function padded(samples: Float32Array, { before, after }: (typeof SECOND_TRIES)[number]): Float32Array {
  const sound = new Float32Array(samples.length + (before + after) * SAMPLE_RATE);
  sound.set(samples, before * SAMPLE_RATE);
  return sound;
}
