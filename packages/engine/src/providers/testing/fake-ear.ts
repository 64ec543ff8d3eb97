/** Root mean square above which sound is speech. */
const SPEECH_LEVEL = 300;
const SPEECH_SECONDS = 0.2;
const PAUSE_SECONDS = 0.3;

/** Distinguishes speech from silence by the level. `quiet ── 0.2 s of sound ──▶ speech ── 0.3 s of silence ──▶ pause`… */
export class FakeEar {
  readonly #sampleRate: number;
  #speechSeconds = 0;
  #silenceSeconds = 0;
  #isSpeaking = false;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Returns what begins with these samples. */
  hear(samples: Int16Array): "speech" | "pause" | undefined {
    const seconds = samples.length / this.#sampleRate;
    const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    if (level > SPEECH_LEVEL) {
      this.#speechSeconds += seconds;
      this.#silenceSeconds = 0;
    } else this.#silenceSeconds += seconds;
    if (!this.#isSpeaking && this.#speechSeconds > SPEECH_SECONDS) {
      this.#isSpeaking = true;
      return "speech";
    }
    if (this.#silenceSeconds <= PAUSE_SECONDS || this.#speechSeconds === 0) return undefined;
    const wasSpeaking = this.#isSpeaking;
    this.#speechSeconds = 0;
    this.#isSpeaking = false;
    return wasSpeaking ? "pause" : undefined;
  }
}
