import { type Decoded, loadModel, type Model, SAMPLE_RATE } from "./load-model.ts";

/** Decodes use the thread pool of the process, which other work needs too. */
const PARALLEL_MAX = 2;
/** The library writes an error for shorter sound. */
const SHORTEST_SAMPLES = 0.1 * SAMPLE_RATE;
/** Speech has 2.5 to 6 tokens a second. More are a word that the model repeats. */
const TOKENS_PER_SECOND_MAX = 10;
/** Sound up to this length is tried again with silence around it, in seconds before and after, where nothing is recognized. */
const SHORT_SECONDS = 3;
const SECOND_TRIES = [
  { before: 0.1, after: 1 },
  { before: 0, after: 0.3 },
] as const;

interface Job {
  samples: Float32Array;
  signal: AbortSignal;
  resolve: (text: string) => void;
  reject: (error: unknown) => void;
}

/** The one recognizer of a process, for all of its calls. */
export class Recognizer {
  readonly #load: () => Promise<Model>;
  readonly #waiting: Job[] = [];
  #running = 0;

  constructor(load: () => Promise<Model> = loadModel) {
    this.#load = load;
  }

  /** Loads the model, so that the first utterance does not wait for it. */
  async warm(): Promise<void> {
    await this.#load();
  }

  /** Has it nothing to do? Words of unfinished speech are recognized only then. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** The words in the sound, "" for none. An aborted decode that has not begun answers "". Fails when the model does not load. */
  recognize(samples: Float32Array, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ samples, signal, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < PARALLEL_MAX) {
      const job = this.#waiting.shift();
      if (!job) return;
      this.#running++;
      void this.#textOf(job)
        .then(job.resolve, job.reject)
        .finally(() => {
          this.#running--;
          this.#next();
        });
    }
  }

  async #textOf({ samples, signal }: Job): Promise<string> {
    if (signal.aborted || samples.length < SHORTEST_SAMPLES) return "";
    const model = await this.#load();
    const seconds = samples.length / SAMPLE_RATE;
    const isPoor = ({ text, tokens }: Decoded) => text.trim() === "" || tokens.length / seconds > TOKENS_PER_SECOND_MAX;
    let decoded = await decode(model, samples);
    for (const silence of seconds < SHORT_SECONDS ? SECOND_TRIES : []) {
      if (!isPoor(decoded) || signal.aborted) break;
      decoded = await decode(model, padded(samples, silence));
    }
    return isPoor(decoded) ? "" : decoded.text.trim();
  }
}

function decode(model: Model, samples: Float32Array): Promise<Decoded> {
  const stream = model.createStream();
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  return model.decodeAsync(stream);
}

function padded(samples: Float32Array, { before, after }: (typeof SECOND_TRIES)[number]): Float32Array {
  const sound = new Float32Array(samples.length + (before + after) * SAMPLE_RATE);
  sound.set(samples, before * SAMPLE_RATE);
  return sound;
}
