import { ASSISTANT_DEFAULTS, type CreateAssistant } from "@callwright/contract";
import { languageOf } from "../conversation/spoken-language.ts";
import { FRAME_MS } from "../media/audio-format.ts";
import type { Speech } from "../speech/speech.ts";
import type { SpeechEvent } from "../speech/speech-event.ts";

const DEFAULT_SECONDS = ASSISTANT_DEFAULTS.startSpeakingPlan.fillerSeconds;

export interface FillerWatchOptions {
  /** The assistant that has the conversation. */
  assistant(): CreateAssistant;
  /** Speaks while an answer is awaited. False if the answer's words are already coming. */
  say(text: string): boolean;
}

/** Default fillers by language. Other languages have none. */
const FILLERS: Readonly<Record<string, string>> = {
  ar: "لحظة من فضلك.",
  cs: "Moment, prosím.",
  da: "Et øjeblik.",
  de: "Einen Moment, bitte.",
  el: "Ένα λεπτό, παρακαλώ.",
  en: "One moment, please.",
  es: "Un momento, por favor.",
  fi: "Hetkinen.",
  fr: "Un instant, s'il vous plaît.",
  he: "רגע, בבקשה.",
  hi: "कृपया एक क्षण रुकिए।",
  hu: "Egy pillanat, kérem.",
  id: "Mohon tunggu sebentar.",
  it: "Un momento, per favore.",
  ja: "少々お待ちください。",
  ko: "잠시만 기다려 주세요.",
  nb: "Et øyeblikk.",
  nl: "Een moment, alstublieft.",
  no: "Et øyeblikk.",
  pl: "Chwileczkę, proszę.",
  pt: "Um momento, por favor.",
  ro: "Un moment, vă rog.",
  ru: "Одну минуту, пожалуйста.",
  sv: "Ett ögonblick.",
  tr: "Bir dakika, lütfen.",
  uk: "Хвилинку, будь ласка.",
  vi: "Vui lòng chờ một chút.",
  zh: "请稍等。",
};

/**
 * Has something said when the caller hears nothing of an answer for seconds, once for each answer.
 *
 * ```
 *   heard ── follow: its sound ends ──▶ awaited ── tick, silent for `fillerSeconds` ──▶ said
 *     ▲                                 │    ▲ └── tick, the caller speaks ── from 0 ──┐
 *     └──── follow: its sound begins ───┘    └─────────────────────────────────────────┘
 * ```
 */
export class FillerWatch {
  readonly #options: FillerWatchOptions;
  #answer: Speech | undefined;
  #isHeard = false;
  #isSaid = false;
  #silentMs = 0;
  #saidCount = 0;

  constructor(options: FillerWatchOptions) {
    this.#options = options;
  }

  follow({ type }: SpeechEvent): void {
    if (type === "speech-started") this.#isHeard = true;
    else if (type === "speech-section" || type === "speech-done") this.#isHeard = false;
    else return;
    this.#silentMs = 0;
  }

  /** The next 10 ms begin. `current`: what is being generated or spoken. */
  tick(current: Speech | undefined, isCallerSilent: boolean): void {
    if (current !== this.#answer) {
      this.#answer = current;
      this.#isSaid = false;
      this.#silentMs = 0;
    }
    if (!current?.isAnswer || this.#isSaid || this.#isHeard) return;
    this.#silentMs = isCallerSilent ? this.#silentMs + FRAME_MS : 0;
    const { fillerSeconds = DEFAULT_SECONDS } = this.#options.assistant().startSpeakingPlan ?? {};
    if (fillerSeconds > 0 && this.#silentMs >= fillerSeconds * 1000) this.#isSaid = this.#say();
  }

  /** False if the answer's words are already coming. */
  #say(): boolean {
    const text = this.#nextText();
    if (text !== undefined && !this.#options.say(text)) return false;
    this.#saidCount += 1;
    return true;
  }

  #nextText(): string | undefined {
    const assistant = this.#options.assistant();
    const { startSpeakingPlan, hooks = [] } = assistant;
    const own = (startSpeakingPlan?.fillerMessages ?? []).filter((text) => text.trim() !== "");
    if (own.length > 0) return own[this.#saidCount % own.length];
    // The assistant's own hook speaks in that case.
    if (hooks.some(({ on }) => on === "model.response.timeout")) return undefined;
    return FILLERS[languageOf(assistant).toLowerCase().split(/[-_]/)[0] ?? ""];
  }
}
