import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";

/** While the assistant speaks: about 8 dB less. */
const DUCKED_GAIN = 0.4;
/** Time from silence to the full gain. Faster changes are audible. */
const FADE_MS = 250;
const GAIN_STEP = 1 / ((FADE_MS / 1000) * SAMPLE_RATE);
/** Pauses between words do not bring the sound back. */
const DUCKED_AFTER_SPEECH_FRAMES = 40;
const SAMPLE_MAX = 32_767;

/**
 * A looped sound behind the assistant's voice, quieter while the voice is heard. It is only added to outgoing frames, so no part of the call mistakes
 * it for speech.
 */
export class BackgroundSound {
  #loop: Int16Array | undefined;
  #position = 0;
  #gain = 0;
  #frameAfterSpeech = DUCKED_AFTER_SPEECH_FRAMES;

  /** `loop` ends where it begins, see `makeLoop`. */
  play(loop: Int16Array): void {
    this.#loop = loop;
  }

  /** The frame with the sound behind it. The given one is not changed, because the voice may repeat it. */
  behind(voice: Int16Array): Int16Array {
    const loop = this.#loop;
    if (!loop) return voice;
    this.#frameAfterSpeech = voice.some((sample) => sample !== 0) ? 0 : this.#frameAfterSpeech + 1;
    const target = this.#frameAfterSpeech < DUCKED_AFTER_SPEECH_FRAMES ? DUCKED_GAIN : 1;
    const mixed = new Int16Array(FRAME_SAMPLES);
    for (let index = 0; index < FRAME_SAMPLES; index++) {
      this.#gain += Math.max(-GAIN_STEP, Math.min(GAIN_STEP, target - this.#gain));
      const sum = (voice[index] ?? 0) + (loop[this.#position] ?? 0) * this.#gain;
      mixed[index] = Math.max(-SAMPLE_MAX, Math.min(SAMPLE_MAX, Math.round(sum)));
      this.#position = (this.#position + 1) % loop.length;
    }
    return mixed;
  }
}
