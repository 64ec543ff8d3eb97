import {
  ACKNOWLEDGEMENT_PHRASES,
  INTERRUPTION_PHRASES,
  type StartSpeakingPlan,
  type StopSpeakingPlan,
} from "@callwright/contract";
import { ruleTest } from "./endpointing-rule.ts";

/** Between these, after the caller's last sound, a turn ends: the least when the words sound finished, the most when they do not. */
export interface EndpointingDelays {
  minMs: number;
  maxMs: number;
}

/** The local model's: quick when it is sure, patient when it is not. */
const DETECTOR_DELAYS: EndpointingDelays = { minMs: 300, maxMs: 2500 };
/** The platform's defaults of `transcriptionEndpointingPlan`. */
const PUNCTUATION_SECONDS = { onPunctuationSeconds: 0.1, onNoPunctuationSeconds: 1.5, onNumberSeconds: 0.5 };
const DEFAULT_VOICE_SECONDS = 0.2;
/** The voice detector speaks up at the end of each window: 200 ms of voice are seen after 192 or after 224. */
const VOICE_WINDOW_MS = 32;
/** An interruption without words was noise: speaking resumes this long after it. */
const FALSE_INTERRUPTION_MS = 1200;

const exactly = (seconds: number): EndpointingDelays => ({ minMs: seconds * 1000, maxMs: seconds * 1000 });

/**
 * When the assistant starts to speak.
 * - `customEndpointingRules`: the first that matches decides, over everything else.
 * - `transcriptionEndpointingPlan`, or smart endpointing switched off: punctuation decides.
 * - otherwise the local end-of-turn model, which needs no punctuation.
 * - `waitSeconds` is added after the end of the turn, and only when it is set.
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
    waitMs: (plan.waitSeconds ?? 0) * 1000,
    /** For what the caller has said so far, and the assistant's words before it. */
    delays(customerText: string, assistantText: string): EndpointingDelays {
      const rule = rules.find(({ holds }) => holds(customerText, assistantText));
      if (rule) return rule.delays;
      if (!byPunctuation) return DETECTOR_DELAYS;
      const seconds = { ...PUNCTUATION_SECONDS, ...plan.transcriptionEndpointingPlan };
      const text = customerText.trim();
      if (/[.!?…]$/.test(text)) return exactly(seconds.onPunctuationSeconds);
      return exactly(/\d$/.test(text) ? seconds.onNumberSeconds : seconds.onNoPunctuationSeconds);
    },
  };
}
export type StartPlan = ReturnType<typeof planStart>;

/**
 * When the assistant stops for the caller, as far as AgentSession lets it be told:
 * - `voiceSeconds` → `interruption.minDuration`, in whole windows of the voice detector; `numWords` → `interruption.minWords`, which needs the transcriber's words.
 *   Either pauses the assistant; words of the caller then end its speech, and without any it goes on.
 * - `acknowledgementPhrases`: heard while the assistant speaks, and nothing else with them, they are kept from the session.
 * - `interruptionPhrases`: end the speech at once, however many `numWords` asks for.
 * - `backoffSeconds`: the next speech does not begin sooner, and only when it is set: its default of 1 s is mostly over by the time
 *   an answer is ready.
 */
export function planStop(plan: StopSpeakingPlan = {}) {
  const numWords = plan.numWords ?? 0;
  const acknowledgements = new Set((plan.acknowledgementPhrases ?? ACKNOWLEDGEMENT_PHRASES).map(plainWords));
  const interruptions = (plan.interruptionPhrases ?? INTERRUPTION_PHRASES).map((phrase) => ` ${plainWords(phrase)} `);
  return {
    interruption: {
      mode: "vad" as const,
      minWords: numWords,
      minDuration: Math.floor(((plan.voiceSeconds ?? DEFAULT_VOICE_SECONDS) * 1000) / VOICE_WINDOW_MS) * VOICE_WINDOW_MS,
      falseInterruptionTimeout: FALSE_INTERRUPTION_MS,
      resumeFalseInterruption: true,
      // What is said over a speech that may not be interrupted is heard all the same, and answered after it.
      discardAudioIfUninterruptible: false,
    },
    backoffMs: (plan.backoffSeconds ?? 0) * 1000,
    acknowledges: (text: string) => acknowledgements.has(plainWords(text)),
    /** Only where words are counted: otherwise the voice alone has interrupted already. */
    insists: (text: string) => numWords > 0 && interruptions.some((phrase) => ` ${plainWords(text)} `.includes(phrase)),
  };
}
export type StopPlan = ReturnType<typeof planStop>;

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}-]+/gu, " ")
    .trim();
}
