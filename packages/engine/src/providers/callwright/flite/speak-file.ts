import { trimSilence, writeWave } from "../../../media/wave.ts";
import { synthesiseInWorker } from "./flite-pool.ts";
import { speakable } from "./speakable.ts";

/** A text spoken by an offline voice, as a RIFF wave file. Fails with a retryable `ProviderError`. */
export async function speakFile(voiceId: string, text: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  return writeWave(trimSilence(await synthesiseInWorker(voiceId, speakable(text), signal)));
}
