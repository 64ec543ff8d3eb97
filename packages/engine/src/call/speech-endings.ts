import { type CreateAssistant, ENDED_REASONS } from "@callwright/contract";
import type { PhoneAct } from "../conversation/phone-act.ts";
import type { Speech } from "../speech/speech.ts";

/** After this time, the call ends even if the farewell has not. */
export const FAREWELL_MAX_MS = 15_000;

/** The call ends after a speech. */
export interface Ending {
  endedReason: string;
  /** Even when the caller cuts the speech off. */
  always: boolean;
}

/** The last sound needs this long to reach the caller: hanging up waits for it. */
const TAIL_MS = 400;

/** The speeches that end a call, or after which its telephone acts. */
export class SpeechEndings {
  readonly #onEnd: (endedReason: string) => void;
  readonly #onPhoneAct: ((act: PhoneAct) => void) | undefined;
  readonly #endings = new Map<Speech, Ending>();
  readonly #acts = new Map<Speech, PhoneAct>();

  constructor(onEnd: (endedReason: string) => void, onPhoneAct?: (act: PhoneAct) => void) {
    this.#onEnd = onEnd;
    this.#onPhoneAct = onPhoneAct;
  }

  /** The telephone acts after the speech, even if the caller interrupts it. Keys sound at once. */
  act(speech: Speech, act: PhoneAct): void {
    if (act.type === "keys") this.#onPhoneAct?.(act);
    else this.#acts.set(speech, act);
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
    const act = this.#acts.get(speech);
    this.#endings.delete(speech);
    this.#acts.delete(speech);
    if (act) this.#onPhoneAct?.(act);
    if (!ending || (interrupted && !ending.always)) return;
    this.endSoon(ending.endedReason);
  }

  endSoon(endedReason: string): void {
    setTimeout(() => this.#onEnd(endedReason), TAIL_MS);
  }

  clear(): void {
    this.#endings.clear();
    this.#acts.clear();
  }
}

/** The assistant's words before it hangs up for a reason. */
export function farewellOf({ endCallMessage, messagePlan }: CreateAssistant, endedReason: string): string | undefined {
  const ofSilence = endedReason === ENDED_REASONS.silenceTimedOut ? messagePlan?.silenceTimeoutMessage?.trim() : undefined;
  return ofSilence || endCallMessage?.trim();
}
