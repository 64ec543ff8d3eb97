import type { Transcriber } from "@callwright/contract";
import type { HearingTranscriber } from "../provider.ts";
import { pocketsphinxAvailable } from "./pocketsphinx/available.ts";
import { PocketsphinxStt } from "./pocketsphinx/pocketsphinx-stt.ts";

/**
 * Hearing without a provider, by model name (`OFFLINE_TRANSCRIBERS`, default `auto`). `browser` has no `stt`: the page recognizes
 * speech and sends words.
 */
export function createOfflineTranscriber({ model = "auto" }: Transcriber): HearingTranscriber {
  if (model === "browser" || (model === "auto" && !pocketsphinxAvailable())) return { hearing: "browser" };
  return { hearing: "pocketsphinx", stt: new PocketsphinxStt() };
}
