import { ENDED_REASONS, normalizeWords } from "@callwright/contract";
import { FRAME_MS, SAMPLE_RATE } from "../../media/audio-format.ts";
import { BeepDetector } from "../../media/beep-detector.ts";
import { levelOf } from "../../media/level-of.ts";
import type { CallHappening } from "../call-happening.ts";
import type { CallScope } from "../call-scope.ts";
import type { Dialogue } from "../dialogue.ts";
import { BEEP_MAX_AWAIT_MS, type VoicemailPlan } from "./voicemail-plan.ts";

type FoundBy = "words" | "beep" | "tool" | "carrier";

export type VoicemailScope = Pick<CallScope, "end" | "now"> & {
  readonly dialogue: Pick<Dialogue, "resumeSpeaking" | "say" | "standBy" | "takeTurn"> | undefined;
};

export interface VoicemailOptions {
  /** Undefined: a mailbox is recognized only by the assistant's tool. */
  plan: VoicemailPlan | undefined;
  /** A template. Without one the call hangs up. */
  message: string | undefined;
  /** A mailbox was recognized. */
  onFound(by: FoundBy): void;
}

/** Root mean square below which the line is silent. */
const SILENCE_LEVEL = 300;
/** The report of a carrier that reports the beginning of the beep; other carriers report its end. */
const BEEP_BEGINS = "machine_beep_start";
/** This much silence after that report ends the beep. */
const AFTER_BEEP_MS = 200;
/** Mailboxes begin to record up to 300 ms after their beep: of four recordings of Asterisk, two began inside the first word. */
const PAUSE_MS = 400;
/** How many of the earlier words count together with the following ones. */
const WORDS_MAX_CHARACTERS = 400;

/**
 * Recognizes that a mailbox has answered, and leaves a message on it.
 *
 * ```
 *   watching ── words of a greeting, its beep, the carrier, the assistant's tool ──▶ waiting ── beep, silence, too long ──▶ leaving ── said ──▶ the call ends
 *      └── the time for it is over ──▶ off
 * ```
 */
export class Voicemail {
  readonly #scope: VoicemailScope;
  readonly #options: VoicemailOptions;
  readonly #beeps = new BeepDetector(() => this.#onBeep());
  #state: "off" | "watching" | "waiting" | "leaving" = "off";
  #message: string | undefined;
  #words = "";
  /** On the media clock, since the end of the beep. Infinite: there was none. */
  #sinceBeepMs = Number.POSITIVE_INFINITY;
  #hasBeeped = false;
  /** The message is prepared, and begins when the mailbox records. */
  #isPausing = false;
  /** The carrier has detected the beginning of the beep. */
  #isBeeping = false;
  #silentMs = 0;
  #watchTimer: NodeJS.Timeout | undefined;
  #waitTimer: NodeJS.Timeout | undefined;
  #answeredAtMs = 0;

  constructor(scope: VoicemailScope, options: VoicemailOptions) {
    this.#scope = scope;
    this.#options = options;
    this.#message = options.message;
  }

  /** The other end has answered. */
  answered(): void {
    this.#answeredAtMs = this.#scope.now();
    const { plan } = this.#options;
    if (!plan || this.#state !== "off") return;
    this.#state = "watching";
    this.#watchTimer = setTimeout(() => {
      if (this.#state === "watching") this.#state = "off";
    }, plan.watchMs);
  }

  /** The assistant has recognized that a mailbox answered. */
  leave(message: string | undefined, waitsForBeep: boolean): void {
    if (message !== undefined) this.#message = message;
    if (this.#state === "off" || this.#state === "watching") this.#found("tool", waitsForBeep);
  }

  /** The carrier has detected who answered. For a greeting, it reports that at the end of the greeting. */
  carrierSays(answeredBy: string): void {
    const isBeeping = answeredBy === BEEP_BEGINS;
    const type = isBeeping ? "machine_end_beep" : answeredBy;
    const isMailbox = type.startsWith("machine_") && this.#options.plan?.carrierTypes?.includes(type);
    if (isBeeping) {
      this.#isBeeping = true;
      this.#silentMs = 0;
    }
    if (this.#state === "watching" && isMailbox) this.#found("carrier", isBeeping);
    else if (this.#state === "waiting" && answeredBy.startsWith("machine_end_")) this.#speak();
  }

  follow(happening: CallHappening): void {
    if (this.#state === "off") return;
    if (happening.type === "user-said" && this.#state !== "watching") this.#scope.dialogue?.takeTurn(happening.turn);
    if (happening.type !== "user-words" || this.#state !== "watching") return;
    const words = `${this.#words} ${happening.text}`.slice(-WORDS_MAX_CHARACTERS);
    if (happening.final) this.#words = words;
    if (isMailboxGreeting(words)) this.#found("words");
  }

  hear(pcm: Int16Array): void {
    if (this.#state === "off" || this.#state === "leaving") return;
    this.#beeps.push(pcm);
    this.#silentMs = levelOf(pcm) < SILENCE_LEVEL ? this.#silentMs + (pcm.length * 1000) / SAMPLE_RATE : 0;
    const silenceMs = this.#isBeeping ? AFTER_BEEP_MS : this.#options.plan?.silenceMs;
    if (this.#state !== "waiting" || silenceMs === undefined || this.#silentMs < silenceMs) return;
    if (this.#isBeeping) this.#sinceBeepMs = this.#silentMs;
    this.#speak();
  }

  /** Call it with every 10 ms of the media clock. */
  tick(): void {
    this.#sinceBeepMs += FRAME_MS;
    if (!this.#isPausing || this.#sinceBeepMs < PAUSE_MS) return;
    this.#isPausing = false;
    this.#scope.dialogue?.resumeSpeaking();
  }

  /** A mailbox has the call. */
  get isFound(): boolean {
    return this.#state === "waiting" || this.#state === "leaving";
  }

  close(): void {
    this.#state = "off";
    clearTimeout(this.#watchTimer);
    clearTimeout(this.#waitTimer);
  }

  #onBeep(): void {
    this.#hasBeeped = true;
    this.#sinceBeepMs = 0;
    if (this.#state === "waiting") this.#speak();
    else if (this.#state === "watching" && this.#options.plan?.byBeep) this.#found("beep");
  }

  #found(by: FoundBy, waitsForBeep = !this.#options.plan?.isImmediate): void {
    const { plan, onFound } = this.#options;
    const { dialogue, end, now } = this.#scope;
    clearTimeout(this.#watchTimer);
    this.#state = "waiting";
    onFound(by);
    if ((this.#message ?? "").trim() === "") {
      end(ENDED_REASONS.voicemail);
      return;
    }
    dialogue?.standBy();
    if (this.#hasBeeped || !waitsForBeep) {
      this.#speak();
      return;
    }
    const leftMs = (plan?.beepMaxAwaitMs ?? BEEP_MAX_AWAIT_MS) - (now() - this.#answeredAtMs);
    this.#waitTimer = setTimeout(() => this.#speak(), Math.max(0, leftMs));
  }

  #speak(): void {
    if (this.#state !== "waiting") return;
    this.#state = "leaving";
    clearTimeout(this.#waitTimer);
    const { dialogue } = this.#scope;
    dialogue?.say(this.#message ?? "", { interruptible: false, interrupts: true, endedReason: ENDED_REASONS.voicemail });
    this.#isPausing = this.#sinceBeepMs < PAUSE_MS;
    if (!this.#isPausing) dialogue?.resumeSpeaking();
  }
}

/** What greetings of mailboxes say, and people do not, in English, German, French and Spanish. */
const GREETINGS = [
  // A person may offer to take a message.
  /\b(?<!\b(?:i|to|we) )(?:leave|record) (?:me |us |him |her )?(?:a|your|the) (?:brief |short |detailed |quick |voice )*(?:message|name)\b/,
  /\b(?:after|at|following) the (?:tone|beep|signal)\b/,
  /\b(?:voice ?mail|mailbox|mail box|answering (?:machine|service))\b/,
  /\b(?:cannot|cant|can not|unable to|not able to) (?:come to|take|answer) (?:the|your|my) (?:phone|call)\b/,
  /\b(?:person|party|customer|subscriber|number) you (?:are|have|ve) (?:trying to reach|called|dialed|calling|reached)\b/,
  /\b(?:nach|mit) dem (?:signalton|piepton|ton|piep)\b|\bnachricht (?:hinterlassen|auf)|\bhinterlassen sie\b|\b(?:anrufbeantworter|mobilbox)\b/,
  /\b(?:nicht erreichbar|derzeit nicht|zurzeit nicht) .*(?:nachricht|anruf)/,
  /\blaissez (?:moi |nous )?(?:un|votre) message\b|\bapres le (?:bip|signal)|\b(?:messagerie|boite) vocale\b|\brepondeur\b/,
  /\bdeje (?:su|un|me un) mensaje\b|\bdespues (?:del tono|de la senal)|\bbuzon de voz\b|\bcontestador\b/,
];

/** Do these words greet the callers of a mailbox? */
export function isMailboxGreeting(text: string): boolean {
  const words = normalizeWords(text.normalize("NFD").replace(/\p{M}/gu, ""));
  return GREETINGS.some((greeting) => greeting.test(words));
}
