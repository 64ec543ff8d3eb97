import { inference } from "@livekit/agents";
import type { AudioFrame } from "@livekit/rtc-node";
import { NOT_RATED } from "./speaking-plan.ts";
import { LogMelWindow } from "./turn-end/log-mel-window.ts";
import { turnEndProbability } from "./turn-end/turn-end-model.ts";

const { TurnDetector, TurnDetectorStreamImpl } = inference.eot;
type DetectorStream = InstanceType<typeof TurnDetectorStreamImpl>;

/**
 * Every rating is below it, so the framework always reads `maxDelay`, and reads it after the rating. It reads `minDelay` before the rating, when
 * `onProbability` has not set the wait yet.
 */
const THRESHOLD = 2;

/** Loads the model and runs it once, so that no call waits for it. Fails if it cannot run; calls then use only words. */
export async function warmTurnDetection(): Promise<void> {
  await turnEndProbability(new LogMelWindow().features());
}

/**
 * The end-of-turn model in the framework's place for it. The framework asks in each pause and waits for the answer; the endpointing delay, which
 * `onProbability` may set before, decides about its use.
 */
export class CallTurnDetector extends TurnDetector {
  readonly #onProbability: (probability: number | undefined) => void;

  /** `onProbability`: how much the turn's sound so far is like an end of a turn, from 0 to 1. Undefined: a new turn begins. */
  constructor(onProbability: (probability: number | undefined) => void) {
    // By default, the framework asks a cloud service if it finds keys for one.
    super({ version: "v1-mini" });
    this._opts.thresholds.updateOverrides(THRESHOLD);
    this.#onProbability = onProbability;
  }

  override stream(): DetectorStream {
    const stream = new TurnDetectorStreamImpl({
      detector: this,
      opts: this._opts,
      cloudOpts: undefined,
      model: this.model,
      transport: new TurnSound(this.#onProbability),
    });
    this._streams.add(stream);
    return stream;
  }
}

/** The sound of the turn, and the questions about it. The last question alone is answered. */
class TurnSound {
  readonly #onProbability: (probability: number | undefined) => void;
  readonly #window = new LogMelWindow();
  #stream: DetectorStream | undefined;
  #asked = "";

  constructor(onProbability: (probability: number | undefined) => void) {
    this.#onProbability = onProbability;
  }

  attach(stream: DetectorStream): void {
    this.#stream = stream;
  }

  async run(): Promise<void> {
    await this.#stream?._drainAudioChannel();
  }

  async pushFrame({ data }: AudioFrame): Promise<void> {
    this.#window.push(data);
  }

  runInference(requestId: string): void {
    this.#asked = requestId;
    turnEndProbability(this.#window.features()).then(
      (probability) => this.#answer(requestId, probability),
      () => this.#answer(requestId, NOT_RATED),
    );
  }

  #answer(requestId: string, probability: number): void {
    if (requestId !== this.#asked) return;
    this.#onProbability(probability);
    this.#stream?._resolvePrediction(requestId, probability);
  }

  async flush(): Promise<void> {
    this.#asked = "";
    this.#window.clear();
    this.#onProbability(undefined);
  }

  detach(): void {
    this.#asked = "";
    this.#stream = undefined;
  }
}
