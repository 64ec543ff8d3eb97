import { OFFLINE_VOICES, PlatformError } from "@callwright/contract";
import { speakFile } from "@callwright/engine";
import { Download } from "../../http/download.ts";
import { refuseElsewhere } from "../provider/elsewhere.ts";

const OFFLINE = "callwright";

export interface Preview {
  provider: string;
  voiceId: string;
  text: string;
}

/** A voice saying a text, as a wave file. Fails with `not-found` for a voice that there is not, and as `refuseElsewhere` for other providers'. */
export async function previewVoice(preview: Preview, signal: AbortSignal): Promise<Download> {
  const voiceId = requireVoice(preview);
  async function* spoken(): AsyncGenerator<Uint8Array> {
    yield await speakFile(voiceId, preview.text, signal);
  }
  return new Download({ mediaType: "audio/wav", fileName: `${voiceId}.wav`, chunks: spoken() });
}

/** The same, whole. */
export async function speakPreview(preview: Preview, signal: AbortSignal): Promise<Uint8Array> {
  return speakFile(requireVoice(preview), preview.text, signal);
}

function requireVoice({ provider, voiceId }: Preview): string {
  if (provider !== OFFLINE) refuseElsewhere("Hearing a provider's voice", provider);
  const voice = OFFLINE_VOICES.find(({ id }) => id === voiceId);
  if (!voice) throw new PlatformError("not-found", { what: "Voice" });
  return voice.id;
}
