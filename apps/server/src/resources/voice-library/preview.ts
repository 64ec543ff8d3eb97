import { OFFLINE_VOICES, PlatformError } from "@callwright/contract";
import { speakFile } from "@callwright/engine";
import { Download } from "../../http/download.ts";

/** An offline voice saying a text, as a wave file. Fails with `not-found` for a voice that there is not. */
export function previewVoice(voiceId: string, text: string, signal: AbortSignal): Download {
  const voice = OFFLINE_VOICES.find(({ id }) => id === voiceId);
  if (!voice) throw new PlatformError("not-found", { what: "Voice" });
  return new Download({ mediaType: "audio/wav", fileName: `${voice.id}.wav`, chunks: spoken(voice.id, text, signal) });
}

async function* spoken(voiceId: string, text: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield await speakFile(voiceId, text, signal);
}
