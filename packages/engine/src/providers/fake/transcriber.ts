import type { Transcriber } from "@callwright/contract";
import { createOfflineTranscriber } from "../callwright/transcriber.ts";
import type { HearingTranscriber } from "../provider.ts";

export function createFakeTranscriber(settings: Transcriber): HearingTranscriber {
  return createOfflineTranscriber(settings);
}
