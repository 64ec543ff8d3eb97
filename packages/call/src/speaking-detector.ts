import { FULL_VOLUME_LEVEL, SPEECH_END_SILENCE_MS, SPEECH_LEVEL_THRESHOLD } from "@callwright/contract";

/** Runs a callback later. Returns a function that cancels it. */
export type Schedule = (callback: () => void, delayMs: number) => () => void;

/** The volume of a summed level: 0 to 1. */
export function volumeOf(level: number): number {
  return Math.min(1, level / FULL_VOLUME_LEVEL);
}

/**
 * Detects the assistant's speech from its level:
 *
 * ```
 *  silent ──level > 0.01──▶ speaking ──1000 ms without, or the call ends──▶ silent
 *              speech-start                 speech-end
 * ```
 */
export class SpeakingDetector {
  readonly #schedule: Schedule;
  readonly #onChange: (isSpeaking: boolean) => void;
  #cancelEnd: (() => void) | undefined;

  constructor(schedule: Schedule, onChange: (isSpeaking: boolean) => void) {
    this.#schedule = schedule;
    this.#onChange = onChange;
  }

  observe(level: number): void {
    if (level <= SPEECH_LEVEL_THRESHOLD) return;
    const wasSpeaking = this.#cancelEnd !== undefined;
    this.#cancelEnd?.();
    this.#cancelEnd = this.#schedule(() => {
      this.#cancelEnd = undefined;
      this.#onChange(false);
    }, SPEECH_END_SILENCE_MS);
    if (!wasSpeaking) this.#onChange(true);
  }

  /** Reports the end of speech at once. For the end of the call. */
  stop(): void {
    if (this.#cancelEnd === undefined) return;
    this.#cancelEnd();
    this.#cancelEnd = undefined;
    this.#onChange(false);
  }
}
