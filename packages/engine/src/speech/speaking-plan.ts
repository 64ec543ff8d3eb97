import {
  ACKNOWLEDGEMENT_PHRASES,
  ASSISTANT_DEFAULTS,
  INTERRUPTION_PHRASES,
  normalizeWords,
  type StartSpeakingPlan,
  type StopSpeakingPlan,
} from "@callwright/contract";
import { WorkBudget, withinBudget } from "../foreign-text/work-budget.ts";
import { SPEECH_PAUSE_MS, VOICE_WINDOW_MS } from "../media/pause-detector.ts";
import { ruleTest } from "./endpointing-rule.ts";

/** A turn ends this long after the caller's last sound: `minMs` when the words sound finished, `maxMs` when they do not. */
export interface EndpointingDelays {
  minMs: number;
  maxMs: number;
}

/**
 * Delays with the local end-of-turn model. `minMs` is the pause that ends a speech (`pause-detector.ts`), because the model gets no better
 * with a longer one: in recordings that are cut between two words, it takes 4, 2, 4 and 2 of 21 cuts for an end of the turn after 192, 224,
 * 256 and 320 ms.
 */
const DETECTOR_DELAYS: EndpointingDelays = { minMs: SPEECH_PAUSE_MS, maxMs: 2500 };
const { startSpeakingPlan: START, stopSpeakingPlan: STOP } = ASSISTANT_DEFAULTS;
/** What all endpointing rules together may cost for one decision: about 20 ms. Later rules count as no match. */
const RULE_STEPS = 6_000_000;

/** An interruption without words was noise: speaking resumes this long after it. */
const FALSE_INTERRUPTION_MS = 1200;

const exactly = (seconds: number): EndpointingDelays => ({ minMs: seconds * 1000, maxMs: seconds * 1000 });

/**
 * When the assistant starts to speak.
 * - `customEndpointingRules`: the first that matches decides, over everything else.
 * - a custom endpointing server, if it answers in time.
 * - `transcriptionEndpointingPlan`, or smart endpointing switched off: punctuation decides.
 * - otherwise the local end-of-turn model, which needs no punctuation.
 * - `waitSeconds` is added after the end of the turn.
 */
export function planStart(plan: StartSpeakingPlan = {}) {
  const wantsModel = plan.smartEndpointingPlan !== undefined || Boolean(plan.smartEndpointingEnabled);
  const byPunctuation =
    !wantsModel && (plan.transcriptionEndpointingPlan !== undefined || plan.smartEndpointingEnabled === false);
  const rules = (plan.customEndpointingRules ?? []).map((rule) => ({
    holds: ruleTest(rule),
    delays: exactly(rule.timeoutSeconds),
  }));
  return {
    usesDetector: !byPunctuation,
    waitMs: (plan.waitSeconds ?? START.waitSeconds) * 1000,
    /** Delays for the caller's words so far and the assistant's words before them. `advisedSeconds`: of an endpointing server. */
    delays(customerText: string, assistantText: string, advisedSeconds?: number): EndpointingDelays {
      const budget = new WorkBudget(RULE_STEPS);
      const first = () => rules.find(({ holds }) => holds(customerText, assistantText, budget));
      const rule = withinBudget("customEndpointingRules", first, () => undefined);
      if (rule) return rule.delays;
      if (advisedSeconds !== undefined) return exactly(advisedSeconds);
      if (!byPunctuation) return DETECTOR_DELAYS;
      const seconds = { ...START.transcriptionEndpointingPlan, ...plan.transcriptionEndpointingPlan };
      const text = customerText.trim();
      if (/[.!?…]$/.test(text)) return exactly(seconds.onPunctuationSeconds);
      return exactly(/\d$/.test(text) ? seconds.onNumberSeconds : seconds.onNoPunctuationSeconds);
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
      // Words during a speech that may not be interrupted are answered after it.
      discardAudioIfUninterruptible: false,
    },
    backoffMs: (plan.backoffSeconds ?? STOP.backoffSeconds) * 1000,
    acknowledges: (text: string) => acknowledgements.has(normalizeWords(text)),
    /** Only with `numWords`: otherwise the voice alone has interrupted already. */
    insists: (text: string) => numWords > 0 && interruptions.some((phrase) => ` ${normalizeWords(text)} `.includes(phrase)),
  };
}
export type StopPlan = ReturnType<typeof planStop>;
