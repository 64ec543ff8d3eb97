import { type CompliancePlan, normalizeWords, PLAN_DEFAULTS } from "@callwright/contract";
import { DECLINE_TOOL_PLACE } from "../conversation/call-hook.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { CallHappening } from "./call-happening.ts";
import type { Report } from "./call-reporter.ts";
import type { CallSpec } from "./call-spec.ts";
import type { CallTools } from "./call-tools.ts";
import type { Dialogue } from "./dialogue.ts";
import { HookActions } from "./hook-actions.ts";

type ConsentPlan = NonNullable<CompliancePlan["recordingConsentPlan"]>;

export interface RecordingConsentOptions {
  plan: ConsentPlan;
  dialogue: Pick<Dialogue, "say" | "takeTurn">;
  /** Called once. */
  onDecided(granted: boolean): void;
}

/** After this much silence, the question is repeated. */
const ANSWER_WITHIN_MS = 15_000;
const ASKED_MAX = 2;

/**
 * Asks for consent before a call is recorded. Only a clear yes, or staying on the line, is consent.
 *
 * ```
 *   asking ──▶ waiting ── stay-on-line: its seconds pass ──▶ granted
 *      ▲          ├── verbal: yes ──▶ granted
 *      │          ├── verbal: no ──▶ declined
 *      └── once ──┴── verbal: neither, or silence ── the second time ──▶ declined
 * ```
 */
export class RecordingConsent {
  readonly #options: RecordingConsentOptions;
  #asked = 0;
  #isListening = false;
  #isDecided = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RecordingConsentOptions) {
    this.#options = options;
  }

  begin(): void {
    void this.#ask();
  }

  /** An answer is no question for the model. */
  follow(happening: CallHappening): void {
    if (happening.type !== "user-said" || !this.#isListening) return;
    this.#options.dialogue.takeTurn(happening.turn);
    const answer = consentIn(happening.text);
    if (answer !== undefined) this.#decide(answer);
    else this.#askAgain();
  }

  close(): void {
    this.#isDecided = true;
    this.#isListening = false;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    const { plan, dialogue } = this.#options;
    this.#asked += 1;
    // A caller may answer before the end of the question.
    this.#isListening = plan.type === "verbal";
    const saying = dialogue.say(plan.message, { interruptible: plan.type === "verbal", interrupts: false, first: true });
    await saying?.ended;
    if (this.#isDecided) return;
    clearTimeout(this.#timer);
    this.#timer =
      plan.type === "verbal"
        ? setTimeout(() => this.#askAgain(), ANSWER_WITHIN_MS)
        : setTimeout(() => this.#decide(true), (plan.waitSeconds ?? PLAN_DEFAULTS.recordingConsent.waitSeconds) * 1000);
  }

  #askAgain(): void {
    clearTimeout(this.#timer);
    if (this.#asked < ASKED_MAX) void this.#ask();
    else this.#decide(false);
  }

  #decide(granted: boolean): void {
    if (this.#isDecided) return;
    this.close();
    this.#options.onDecided(granted);
  }
}

/** In English, German, French and Spanish. */
const YES =
  /\b(?:yes|yeah|yep|yup|sure|okay|ok|alright|all right|of course|certainly|absolutely|agreed?|i agree|i consent|go ahead|fine|no problem|not a problem|don t mind|do not mind|no objections?|ja|klar|gerne|einverstanden|in ordnung|oui|d accord|bien sur|si|claro|de acuerdo|vale)\b/g;
const NO =
  /\b(?:no|nope|nah|not|don t|do not|never|stop|decline|refuse|disagree|rather not|against|nein|nicht|kein|keine|non|pas|jamais|nunca)\b/;

const BEGINS_WITH_YES = /^(?:yes|yeah|yep|yup|ja|oui|si)\b/;
/** "OK" and "sure" also begin sentences about other things. With more further words than this, they are not consent. */
const OTHER_WORDS_MAX = 4;

/** Undefined: neither, both, a question, or a sentence that only contains a word of consent. */
export function consentIn(text: string): boolean | undefined {
  const words = normalizeWords(text.normalize("NFD").replace(/\p{M}/gu, "").replace(/['’]/g, " "));
  const others = words.replace(YES, " ");
  const hasYes = words.search(YES) !== -1;
  if (hasYes === NO.test(others)) return undefined;
  if (!hasYes) return false;
  const isAnswer = BEGINS_WITH_YES.test(words) || others.split(" ").filter(Boolean).length <= OTHER_WORDS_MAX;
  return isAnswer && !text.trimEnd().endsWith("?") ? true : undefined;
}

/** The first part of `DECLINE_TOOL_PLACE`. */
const DECLINE_HOOK_INDEX = -1;

interface ConsentStep {
  spec: CallSpec;
  dialogue: Dialogue;
  conversation: Conversation;
  tools: CallTools;
  random(): number;
  isReachable(): boolean;
  report: Report;
  startRecording(): void;
}

/** A call that is not recorded needs no consent. */
export function asksForConsent({ assistant, recordingPath }: Pick<CallSpec, "assistant" | "recordingPath">): boolean {
  return recordingPath !== undefined && assistant.compliancePlan?.recordingConsentPlan !== undefined;
}

/** The consent that a call asks for before its first message. Undefined: none is needed. */
export function createConsent(step: ConsentStep): RecordingConsent | undefined {
  const { spec, dialogue, tools, report, startRecording } = step;
  const plan = spec.assistant.compliancePlan?.recordingConsentPlan;
  if (!plan || !asksForConsent(spec)) return undefined;
  const declined = async () => {
    const { runner } = tools.callOfHook(DECLINE_TOOL_PLACE);
    const [tool] = runner.tools;
    if (tool) {
      const run = { actions: [DECLINED], index: DECLINE_HOOK_INDEX, place: "free" as const, onTurn: () => undefined };
      await new HookActions(step).run(run);
    }
    if (tool?.action !== "end-call") dialogue.open();
  };
  return new RecordingConsent({
    plan,
    dialogue,
    onDecided(granted) {
      report({ type: "recording-consent", kind: plan.type, granted });
      if (!granted) return void declined();
      startRecording();
      dialogue.open();
    },
  });
}

const DECLINED = { type: "tool" as const };
