import type { Transcriber } from "@callwright/contract";
import type { HearingTranscriber } from "../provider.ts";

export function createOfflineTranscriber(_settings: Transcriber): HearingTranscriber {
  return { hearing: "browser" };
}
