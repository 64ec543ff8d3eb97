import { SAMPLE_RATE } from "../../media/audio-format.ts";
import { levelOf } from "../../media/level-of.ts";

/** Level above which somebody speaks. */
const SPEAKING_LEVEL = 500;
const SPEECH_MIN_MS = 200;
const PAUSE_MS = 700;

/** Waits until an operator has said something, for example "Hello?". */
export class OperatorSpeech {
  readonly #onSaid: () => void;
  #spokenMs = 0;
  #quietMs = 0;

  constructor(onSaid: () => void) {
    this.#onSaid = onSaid;
  }

  push(pcm: Int16Array): void {
    const ms = (pcm.length * 1000) / SAMPLE_RATE;
    const isSpeaking = levelOf(pcm) > SPEAKING_LEVEL;
    if (isSpeaking) this.#spokenMs += ms;
    this.#quietMs = isSpeaking ? 0 : this.#quietMs + ms;
    if (this.#spokenMs < SPEECH_MIN_MS || this.#quietMs < PAUSE_MS) return;
    this.#spokenMs = 0;
    this.#onSaid();
  }
}
