import type { Transcriber } from "@callwright/contract";
import type { HearingTranscriber } from "../provider.ts";
import { moonshineAvailable } from "./moonshine/available.ts";
import { MoonshineStt, sharedRecognizer } from "./moonshine/moonshine-stt.ts";
import { isEnglish } from "./problems.ts";

/**
 * Hearing without a provider, by model name (`OFFLINE_TRANSCRIBERS`, default `auto`). `browser` has no `stt`: the page recognizes
 * speech and sends words.
 */
export function createOfflineTranscriber({ model = "auto", language }: Transcriber): HearingTranscriber {
  if (model === "browser" || (model === "auto" && !(moonshineAvailable() && isEnglish(language)))) return { hearing: "browser" };
  return { hearing: "moonshine", stt: new MoonshineStt() };
}

/** Loads the recognizer, where this system has one, so that no call waits for it. */
export async function warmOfflineTranscriber(): Promise<void> {
  if (moonshineAvailable()) await sharedRecognizer.warm();
}
