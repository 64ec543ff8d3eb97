import { type Model, OFFLINE_TRANSCRIBERS, OFFLINE_VOICES, type Transcriber, type Voice } from "@callwright/contract";
import { pocketsphinxAvailable } from "./pocketsphinx/available.ts";

const BUILT_IN = "builtin";

export function modelProblem({ model }: Model): string | undefined {
  return model === BUILT_IN ? undefined : `There is no built-in model '${model}'. Choose '${BUILT_IN}'.`;
}

export function voiceProblem({ voiceId }: Voice): string | undefined {
  if (OFFLINE_VOICES.some(({ id }) => id === voiceId)) return undefined;
  return `There is no offline voice '${voiceId}'. Choose one of ${OFFLINE_VOICES.map(({ id }) => id).join(", ")}.`;
}

export function transcriberProblem({ model = "auto" }: Transcriber): string | undefined {
  if (!OFFLINE_TRANSCRIBERS.some((known) => known === model))
    return `There is no offline transcriber '${model}'. Choose one of ${OFFLINE_TRANSCRIBERS.join(", ")}.`;
  if (model === "pocketsphinx" && !pocketsphinxAvailable())
    return "pocketsphinx_continuous is not on the server's PATH. Install it (Debian: pocketsphinx and pocketsphinx-en-us) or choose transcriber 'browser'.";
  return undefined;
}
