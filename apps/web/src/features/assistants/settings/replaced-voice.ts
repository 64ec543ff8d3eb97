import type { Voice } from "@callwright/contract";

/** A changed voice: with the same provider it keeps the settings, with another one only its fallback plan. */
export function withVoice(before: Voice | undefined, voice: Voice): Voice {
  return before?.provider === voice.provider ? { ...before, ...voice } : { ...voice, ...fallbacksOf(before) };
}

/** The part that another provider keeps: the fallbacks. */
export function fallbacksOf<Plan>(part: { fallbackPlan?: Plan | undefined } | undefined): { fallbackPlan?: Plan } {
  return part?.fallbackPlan === undefined ? {} : { fallbackPlan: part.fallbackPlan };
}
