import { OFFLINE_TRANSCRIBERS, type Transcriber } from "@callwright/contract";
import type { HearingTranscriber } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { pocketsphinxAvailable } from "./pocketsphinx/available.ts";
import { PocketsphinxStt } from "./pocketsphinx/pocketsphinx-stt.ts";

/**
 * Hearing without a provider, by model name (`OFFLINE_TRANSCRIBERS`, default `auto`). `browser` has no `stt`: the page recognises
 * speech and sends words. Fails with a `ProviderError` when pocketsphinx is asked for and not installed.
 */
export function createOfflineTranscriber(settings: Transcriber): HearingTranscriber {
  const model = settings.model ?? "auto";
  if (model === "browser" || (model === "auto" && !pocketsphinxAvailable())) return { hearing: "browser" };
  if (model !== "auto" && model !== "pocketsphinx")
    throw failure(`There is no offline transcriber '${model}'. Choose one of ${OFFLINE_TRANSCRIBERS.join(", ")}.`);
  if (!pocketsphinxAvailable())
    throw failure(
      "pocketsphinx_continuous is not on the server's PATH. Install it (Debian: pocketsphinx and pocketsphinx-en-us) or choose transcriber 'browser'.",
    );
  return { hearing: "pocketsphinx", stt: new PocketsphinxStt() };
}

function failure(message: string): ProviderError {
  return new ProviderError(message, { provider: "callwright", part: "transcriber", retryable: false });
}
