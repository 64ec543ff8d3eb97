import {
  ACKNOWLEDGEMENT_PHRASES,
  ASSISTANT_DEFAULTS,
  INTERRUPTION_PHRASES,
  normalizeWords,
  type StartSpeakingPlan,
  type StopSpeakingPlan,
} from "@callwright/contract";
import { linearRegex } from "../foreign-text/linear-regex.ts";
import { WorkBudget, withinBudget } from "../foreign-text/work-budget.ts";
import { SPEECH_PAUSE_MS, VOICE_WINDOW_MS } from "../media/pause-detector.ts";
import { type Wording, wordingOf } from "./wording.ts";

/** The known state of the caller's turn. */
export interface TurnSoFar {
  /** The caller's words. */
  customerText: string;
  /** The assistant's words before them. */
  assistantText: string;
  /** Language of the words. Default `en`. */
  language?: string | undefined;
  /** Advice of an endpointing server. */
  advisedSeconds?: number | undefined;
  /** The end-of-turn model's rating, from 0 to 1. Default `NOT_RATED`. */
  probability?: number | undefined;
}

/**
 * Milliseconds after the caller's last sound at which the turn ends, by the model's rating of the sound and by the words. `ended` is the pause that
 * ends a speech (`pause-detector.ts`). Of 310 recorded phrases (docs/endpointing.md), the model rates 145 below 0.5 (137 of them are unfinished), and
 * 100 of 121 ends at 0.85 or more. People who continue pause for 0.4 to 0.9 s, and longer before the next group of digits.
 */
const PAUSES_MS: Record<"ended" | "doubtful" | "unfinished", Record<Wording, number>> = {
  ended: { question: SPEECH_PAUSE_MS, plain: SPEECH_PAUSE_MS, dictating: 900, open: 1400 },
  doubtful: { question: SPEECH_PAUSE_MS, plain: 650, dictating: 1200, open: 1800 },
  unfinished: { question: 320, plain: 1000, dictating: 1800, open: 2200 },
};
const ENDED_FROM = 0.85;
const DOUBTFUL_FROM = 0.5;
/** The model has not answered yet, or does not run: the words decide. */
export const NOT_RATED = DOUBTFUL_FROM;

function heardPauseMs({ customerText, language, probability = NOT_RATED }: TurnSoFar): number {
  const rating = probability >= ENDED_FROM ? "ended" : probability >= DOUBTFUL_FROM ? "doubtful" : "unfinished";
  return PAUSES_MS[rating][wordingOf(customerText, language)];
}
const { startSpeakingPlan: START, stopSpeakingPlan: STOP } = ASSISTANT_DEFAULTS;
/** The limit of all endpointing rules for one decision, in steps: about 20 ms. Later rules count as no match. */
const RULE_STEPS = 6_000_000;

/** An interruption without words was noise: speaking resumes this long afterwards. */
const FALSE_INTERRUPTION_MS = 1200;

/**
 * When the assistant starts to speak.
 * - `customEndpointingRules`: the first that matches decides, over everything else.
 * - a custom endpointing server, if it answers in time.
 * - `transcriptionEndpointingPlan`, or smart endpointing switched off: punctuation decides.
 * - otherwise the local end-of-turn model and the words.
 * - `waitSeconds` is added after the end of the turn.
 */
export function planStart(plan: StartSpeakingPlan = {}) {
  const wantsModel = plan.smartEndpointingPlan !== undefined || Boolean(plan.smartEndpointingEnabled);
  const byPunctuation =
    !wantsModel && (plan.transcriptionEndpointingPlan !== undefined || plan.smartEndpointingEnabled === false);
  const rules = (plan.customEndpointingRules ?? []).map((rule) => ({
    holds: ruleTest(rule),
    seconds: rule.timeoutSeconds,
  }));
  const seconds = { ...START.transcriptionEndpointingPlan, ...plan.transcriptionEndpointingPlan };
  const punctuationSeconds = (text: string) => {
    if (/[.!?…]$/.test(text)) return seconds.onPunctuationSeconds;
    return /\d$/.test(text) ? seconds.onNumberSeconds : seconds.onNoPunctuationSeconds;
  };
  return {
    usesDetector: !byPunctuation,
    waitMs: (plan.waitSeconds ?? START.waitSeconds) * 1000,
    /** Milliseconds after the caller's last sound at which the turn ends. */
    pauseMs(turn: TurnSoFar): number {
      const { customerText, assistantText, advisedSeconds } = turn;
      const budget = new WorkBudget(RULE_STEPS);
      const first = () => rules.find(({ holds }) => holds(customerText, assistantText, budget));
      const seconds = withinBudget("customEndpointingRules", first, () => undefined)?.seconds ?? advisedSeconds;
      if (seconds !== undefined) return seconds * 1000;
      return byPunctuation ? punctuationSeconds(customerText.trim()) * 1000 : heardPauseMs(turn);
    },
  };
}
export type StartPlan = ReturnType<typeof planStart>;

/**
 * When the assistant stops for the caller, as far as AgentSession has options for it:
 * - `voiceSeconds` → `interruption.minDuration`, in whole windows of the voice detector; `numWords` → `interruption.minWords`, which needs the transcriber's words.
 *   Either pauses the assistant. Words of the caller then end its speech; without words it resumes.
 * - `acknowledgementPhrases`: while the assistant speaks, such a phrase alone is withheld from the session.
 * - `interruptionPhrases`: end the speech at once, however many `numWords` asks for.
 * - `backoffSeconds`: earliest begin of the next speech.
 */
export function planStop(plan: StopSpeakingPlan = {}) {
  const numWords = plan.numWords ?? STOP.numWords;
  const acknowledgements = new Set((plan.acknowledgementPhrases ?? ACKNOWLEDGEMENT_PHRASES).map(normalizeWords));
  const interruptions = (plan.interruptionPhrases ?? INTERRUPTION_PHRASES).map((phrase) => ` ${normalizeWords(phrase)} `);
  return {
    interruption: {
      mode: "vad" as const,
      minWords: numWords,
      minDuration: Math.floor(((plan.voiceSeconds ?? STOP.voiceSeconds) * 1000) / VOICE_WINDOW_MS) * VOICE_WINDOW_MS,
      falseInterruptionTimeout: FALSE_INTERRUPTION_MS,
      resumeFalseInterruption: true,
      // Words during an uninterruptible speech are answered after it.
      discardAudioIfUninterruptible: false,
    },
    backoffMs: (plan.backoffSeconds ?? STOP.backoffSeconds) * 1000,
    acknowledges: (text: string) => acknowledgements.has(normalizeWords(text)),
    /** Only with `numWords`: otherwise, the voice alone has interrupted already. */
    insists: (text: string) => numWords > 0 && interruptions.some((phrase) => ` ${normalizeWords(text)} `.includes(phrase)),
  };
}
export type StopPlan = ReturnType<typeof planStop>;

type Rule = NonNullable<StartSpeakingPlan["customEndpointingRules"]>[number];

/** Whether a rule matches the caller's words so far, and the assistant's words before them. Throws `OverBudget`. */
type RuleTest = (customerText: string, assistantText: string, budget: WorkBudget) => boolean;

/** A pattern that the linear-time engine does not support (look-around, back-references) matches nothing. */
export function ruleTest(rule: Rule): RuleTest {
  switch (rule.type) {
    case "customer": {
      const customer = linearRegex(rule.regex, rule.regexOptions);
      return (customerText, _, budget) => customer(customerText, budget);
    }
    case "assistant": {
      const assistant = linearRegex(rule.regex, rule.regexOptions);
      return (_, assistantText, budget) => assistant(assistantText, budget);
    }
    case "both": {
      const assistant = linearRegex(rule.assistantRegex, rule.assistantRegexOptions);
      const customer = linearRegex(rule.customerRegex, rule.customerRegexOptions);
      return (customerText, assistantText, budget) => assistant(assistantText, budget) && customer(customerText, budget);
    }
  }
}
