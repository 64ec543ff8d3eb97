import type { Voice } from "@callwright/contract";

/** The voice in the place of another: of the same provider it keeps the settings, of another one only who takes over if it fails. */
export function withVoice(before: Voice | undefined, voice: Voice): Voice {
  return before?.provider === voice.provider ? { ...before, ...voice } : { ...voice, ...fallbacksOf(before) };
}

/** What another provider keeps: who takes over if it fails. */
export function fallbacksOf<Plan>(part: { fallbackPlan?: Plan | undefined } | undefined): { fallbackPlan?: Plan } {
  return part?.fallbackPlan === undefined ? {} : { fallbackPlan: part.fallbackPlan };
}
