import type { Transcriber } from "@callwright/contract";
import type { HearingTranscriber, ProviderContext } from "../provider.ts";
import { createLocalHearing } from "./local/local-hearing.ts";
import { LocalStt } from "./local/local-stt.ts";
import { moonshineAvailable } from "./moonshine/available.ts";
import { builtInRecognizer } from "./moonshine/built-in-recognizer.ts";
import { isBuiltInTranscriber, isEnglish } from "./problems.ts";

/**
 * Hearing without a provider, by model name: one of `OFFLINE_TRANSCRIBERS` (default `auto`), or an installed recognizer. `browser` has no
 * `stt`: the page recognizes speech and sends words. Fails with a `ProviderError` if the recognizer is not installed.
 */
export async function createOfflineTranscriber(
  { model = "auto", language }: Transcriber,
  { speechFolder, shedding }: Pick<ProviderContext, "speechFolder" | "shedding">,
): Promise<HearingTranscriber> {
  if (!isBuiltInTranscriber(model)) {
    if (speechFolder === undefined) throw new Error("the registry admits known recognizers only");
    return { hearing: "local", stt: await createLocalHearing({ folder: speechFolder, id: model, language, shedding }) };
  }
  if (model === "browser" || (model === "auto" && !(moonshineAvailable() && isEnglish(language)))) return { hearing: "browser" };
  const stt = new LocalStt({ recognizer: builtInRecognizer, model: "moonshine-tiny", language: "en", shedding });
  return { hearing: "moonshine", stt };
}

/** Loads the recognizer, if this system has one, so that no call waits for it. */
export async function warmOfflineTranscriber(): Promise<void> {
  if (moonshineAvailable()) await builtInRecognizer.warm();
}
