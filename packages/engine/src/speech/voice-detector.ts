import { VAD, type VADEvent, VADEventType, VADStream } from "@livekit/agents";
import { createPauseDetector, createWindowAligner, VOICE_WINDOW_MS } from "../media/pause-detector.ts";

/** The end-of-turn model is asked three windows before the speech ends: then its answer is in time, also on a busy machine, and is no worse. */
const ASK_MS = 3 * VOICE_WINDOW_MS;
/** The framework asks the model when it reads this pause in an event. */
const FRAMEWORK_ASK_MS = 200;

/**
 * The voice detector of a call. The framework's own asks the end-of-turn model in the window that ends a speech, so each answer waits for
 * the model.
 */
export class VoiceDetector extends VAD {
  override readonly label = "callwright.VoiceDetector";
  readonly #detector = createPauseDetector();

  constructor() {
    super({ updateInterval: VOICE_WINDOW_MS });
  }

  override stream(): VADStream {
    return new VoiceStream(this, this.#detector.stream());
  }
}

class VoiceStream extends VADStream {
  readonly #detector: VADStream;

  constructor(owner: VAD, detector: VADStream) {
    super(owner);
    this.#detector = detector;
    for (const work of [this.#feed(), this.#follow()])
      work.catch((error: unknown) => this.logger.error(`The voice detector failed: ${error}`));
  }

  async #feed(): Promise<void> {
    const align = createWindowAligner();
    for (;;) {
      const { done, value } = await this.inputReader.read();
      if (done || this.closed) return;
      if (typeof value === "symbol") this.#detector.flush();
      else this.#detector.pushFrame(align(value));
    }
  }

  async #follow(): Promise<void> {
    for await (const event of this.#detector) this.sendVADEvent(askingEarly(event));
  }

  override close(): void {
    super.close();
    this.#detector.close();
  }
}

/** In an event, `rawAccumulatedSilence` and `rawAccumulatedSpeech` do not count its own window yet. */
function askingEarly(event: VADEvent): VADEvent {
  const { type, rawAccumulatedSilence, rawAccumulatedSpeech } = event;
  const pauseMs = rawAccumulatedSilence + VOICE_WINDOW_MS;
  if (type !== VADEventType.INFERENCE_DONE || rawAccumulatedSpeech > 0 || pauseMs < ASK_MS) return event;
  return { ...event, rawAccumulatedSilence: Math.max(rawAccumulatedSilence, FRAMEWORK_ASK_MS) };
}
