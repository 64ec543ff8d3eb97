import { type CreateAssistant, ENDED_REASONS } from "@callwright/contract";
import type { Speech } from "../speech/speech.ts";

/** The call ends after a speech. */
export interface Ending {
  endedReason: string;
  /** Even when the caller cuts the speech off. */
  always: boolean;
}

/** The last sound needs this long to reach the caller: hanging up waits for it. */
const TAIL_MS = 400;

/** The speeches that end a call. */
export class SpeechEndings {
  readonly #onEnd: (endedReason: string) => void;
  readonly #endings = new Map<Speech, Ending>();

  constructor(onEnd: (endedReason: string) => void) {
    this.#onEnd = onEnd;
  }

  set(speech: Speech, ending: Ending): void {
    this.#endings.set(speech, ending);
  }

  /** The call itself cuts the speech off, which keeps no call from ending. */
  cutOff(speech: Speech): void {
    const ending = this.#endings.get(speech);
    if (ending) ending.always = true;
  }

  finished(speech: Speech, interrupted: boolean): void {
    const ending = this.#endings.get(speech);
    this.#endings.delete(speech);
    if (!ending || (interrupted && !ending.always)) return;
    this.endSoon(ending.endedReason);
  }

  endSoon(endedReason: string): void {
    setTimeout(() => this.#onEnd(endedReason), TAIL_MS);
  }

  clear(): void {
    this.#endings.clear();
  }
}

/** What the assistant says before it hangs up for a reason. */
export function farewellOf({ endCallMessage, messagePlan }: CreateAssistant, endedReason: string): string | undefined {
  const ofSilence = endedReason === ENDED_REASONS.silenceTimedOut ? messagePlan?.silenceTimeoutMessage?.trim() : undefined;
  return ofSilence || endCallMessage?.trim();
}
