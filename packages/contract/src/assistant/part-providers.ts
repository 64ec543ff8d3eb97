import type { UsedPart } from "../cost/usage.ts";
import { TRANSCRIBER_PROVIDERS } from "../provider/transcriber.ts";
import { VOICE_PROVIDERS } from "../provider/voice-providers.ts";
import { MODEL_PROVIDERS } from "./model.ts";

/** The providers of each part of an assistant. */
export const PROVIDERS_OF_PARTS: Readonly<Record<UsedPart, readonly string[]>> = {
  model: MODEL_PROVIDERS,
  voice: VOICE_PROVIDERS,
  transcriber: TRANSCRIBER_PROVIDERS,
};
