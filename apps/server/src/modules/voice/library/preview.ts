import { invalid, OFFLINE_VOICES, PlatformError, VOICE_PREVIEW_TEXT, type Voice } from "@callwright/contract";
import {
  parseVoiceId,
  pronounceable,
  speakFile,
  speakHostedSample,
  speakInProcess,
  trimSilence,
  writeWave,
} from "@callwright/engine";
import { partProblem, providerPart } from "@callwright/engine/conversation";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { Download } from "../../../platform/http/download.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { refuseElsewhere } from "../elsewhere.ts";
import { answered, voiceContext } from "../voice-context.ts";

const OFFLINE = "callwright";

export type PreviewContext = Pick<ServerContext, "attempts" | "config" | "db" | "localSpeech" | "secrets">;

export interface Preview {
  provider: string;
  voiceId: string;
  text: string;
  model?: string | undefined;
  language?: string | undefined;
}

/**
 * A voice saying a text, as a wave file. Fails with `not-found` for a voice that is not on this server, for a hosted one with `credential-missing`,
 * `provider-refused`, `provider-failed` or `too-many-attempts`, and as `refuseElsewhere` where this server speaks with no voice of the provider.
 */
export async function previewVoice(
  context: PreviewContext,
  caller: OrgCaller,
  preview: Preview,
  signal: AbortSignal,
): Promise<Download> {
  const speak = await speakerOf(context, caller, preview);
  async function* spoken(): AsyncGenerator<Uint8Array> {
    yield await speak(signal);
  }
  return new Download({ mediaType: "audio/wav", fileName: `${preview.voiceId.replace(/[^\w.-]/g, "-")}.wav`, chunks: spoken() });
}

/** The same, whole. */
export async function speakPreview(
  context: PreviewContext,
  caller: OrgCaller,
  preview: Preview,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return (await speakerOf(context, caller, preview))(signal);
}

type Speaker = (signal: AbortSignal) => Promise<Uint8Array>;

async function speakerOf(context: PreviewContext, caller: OrgCaller, preview: Preview): Promise<Speaker> {
  return preview.provider === OFFLINE ? localSpeaker(context, preview) : hostedSpeaker(context, caller, preview);
}

/** Neuphonic's address contains the language. */
const NEEDED: Readonly<Record<string, Partial<Voice>>> = { neuphonic: { language: "en" } };

async function hostedSpeaker(context: PreviewContext, caller: OrgCaller, preview: Preview): Promise<Speaker> {
  const { provider, voiceId, text, model, language } = preview;
  const part = providerPart("voice", provider);
  if (part?.key !== "required") refuseElsewhere("Hearing a provider's voice", provider);
  refuseSettings(preview, part.settings);
  const voice = {
    provider,
    voiceId,
    ...NEEDED[provider],
    ...(model !== undefined && { model }),
    ...(language !== undefined && { language }),
  } as Voice;
  const problem = partProblem("voice", voice, {});
  if (problem !== undefined) throw new PlatformError("part-not-runnable", { field: "This voice", problem });
  const keys = await voiceContext(context, caller, voice);
  await context.attempts.take([{ limit: "voicePreviewByOrg", of: caller.orgId }]);
  return (signal) => answered(() => speakHostedSample(voice, text, keys, signal));
}

/** A setting without an effect on the voice is refused. */
function refuseSettings({ provider, model, language }: Preview, settings: readonly string[]): void {
  const problems = Object.entries({ model, language })
    .filter(([name, value]) => value !== undefined && !settings.includes(name))
    .map(([name]) => `${name}: has no effect on voices of ${provider}. Omit it`);
  if (problems.length > 0) throw invalid(...problems);
}

async function localSpeaker({ localSpeech }: PreviewContext, preview: Preview): Promise<Speaker> {
  const { voiceId, text } = preview;
  refuseSettings(preview, []);
  const flite = OFFLINE_VOICES.find(({ id }) => id === voiceId);
  if (flite) return (signal) => speakFile(flite.id, text, signal);
  const chosen = parseVoiceId(voiceId);
  const local = (await localSpeech.installedVoices()).find(({ entry }) => entry.id === chosen?.id);
  if (!chosen || !local || chosen.speaker >= local.voice.speakers) throw new PlatformError("not-found", { what: "Voice" });
  const { entry, voice } = local;
  // The default text is English, which is not every voice's language.
  const said = pronounceable(text === VOICE_PREVIEW_TEXT ? entry.sample : text, voice.scripts);
  if (!/[\p{L}\p{N}]/u.test(said)) throw invalid(`text: has nothing that the voice '${entry.id}' can pronounce`);
  const language = voice.languages[0] ?? "en";
  const job = { folder: localSpeech.folderOf(entry.id), voice, speaker: chosen.speaker, language, text: said };
  return async (signal) => writeWave(trimSilence((await speakInProcess(job, signal)).sound));
}
