import { OFFLINE_VOICES, PlatformError, VOICE_PREVIEW_TEXT } from "@callwright/contract";
import { parseVoiceId, pronounceable, speakFile, speakInProcess, trimSilence, writeWave } from "@callwright/engine";
import { Download } from "../../http/download.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuseElsewhere } from "../provider/elsewhere.ts";

const OFFLINE = "callwright";

type Context = Pick<ServerContext, "localVoices">;

export interface Preview {
  provider: string;
  voiceId: string;
  text: string;
}

/** A voice saying a text, as a wave file. Fails with `not-found` for a voice that is not on this server, and as `refuseElsewhere` for other providers'. */
export async function previewVoice(context: Context, preview: Preview, signal: AbortSignal): Promise<Download> {
  const speak = await speakerOf(context, preview);
  async function* spoken(): AsyncGenerator<Uint8Array> {
    yield await speak(signal);
  }
  return new Download({ mediaType: "audio/wav", fileName: `${preview.voiceId.replace(":", "-")}.wav`, chunks: spoken() });
}

/** The same, whole. */
export async function speakPreview(context: Context, preview: Preview, signal: AbortSignal): Promise<Uint8Array> {
  return (await speakerOf(context, preview))(signal);
}

async function speakerOf(
  { localVoices }: Context,
  { provider, voiceId, text }: Preview,
): Promise<(signal: AbortSignal) => Promise<Uint8Array>> {
  if (provider !== OFFLINE) refuseElsewhere("Hearing a provider's voice", provider);
  const flite = OFFLINE_VOICES.find(({ id }) => id === voiceId);
  if (flite) return (signal) => speakFile(flite.id, text, signal);
  const chosen = parseVoiceId(voiceId);
  const local = (await localVoices.installed()).find(({ entry }) => entry.id === chosen?.id);
  if (!chosen || !local || chosen.speaker >= local.voice.speakers) throw new PlatformError("not-found", { what: "Voice" });
  const { entry, voice } = local;
  // The default text is English, which is not every voice's language.
  const said = pronounceable(text === VOICE_PREVIEW_TEXT ? entry.sample : text, voice.scripts);
  if (!/[\p{L}\p{N}]/u.test(said))
    throw new PlatformError(
      "validation-failed",
      {},
      { problems: [`text: has nothing that the voice '${entry.id}' can pronounce`] },
    );
  const language = voice.languages[0] ?? "en";
  const job = { folder: localVoices.folderOf(entry.id), voice, speaker: chosen.speaker, language, text: said };
  return async (signal) => writeWave(trimSilence((await speakInProcess(job, signal)).sound));
}
