import { z } from "zod";
import { ModelFile as File, Installed, readInstalled, SpeechModel } from "./installed-speech.ts";

/** How sherpa-onnx loads a voice: the kind of its model, and where its files are in the voice's folder. */
export const VoiceModelFiles = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("vits"), model: File, tokens: File, dataDir: File.optional() }),
  z.strictObject({ kind: z.literal("kitten"), model: File, voices: File, tokens: File, dataDir: File }),
  z.strictObject({
    kind: z.literal("kokoro"),
    model: File,
    voices: File,
    tokens: File,
    dataDir: File,
    lexicon: z.array(File).min(1),
  }),
  z.strictObject({
    kind: z.literal("supertonic"),
    durationPredictor: File,
    textEncoder: File,
    vectorEstimator: File,
    vocoder: File,
    ttsJson: File,
    unicodeIndexer: File,
    voiceStyle: File,
  }),
]);
export type VoiceModelFiles = z.infer<typeof VoiceModelFiles>;

/** The properties of a voice that decide which text it gets. */
export const SpokenBy = SpeechModel.extend({
  /** Unicode scripts that it can pronounce. It skips letters of others. */
  scripts: z
    .array(z.string().regex(/^[A-Z][a-z]+$/))
    .min(1)
    .default(["Latin"]),
  model: VoiceModelFiles,
});
export type SpokenBy = z.infer<typeof SpokenBy>;

/** An installed voice, as `installed.json` in its folder describes it. */
export const InstalledVoice = SpokenBy.extend({
  ...Installed.shape,
  /** In hertz. */
  sampleRate: z.int().min(8_000).max(96_000),
  speakers: z.int().min(1),
});
export type InstalledVoice = z.infer<typeof InstalledVoice>;

/** The voice in `<folder>/<id>`; undefined where there is none, or where its description cannot be read. */
export const findInstalledVoice = (folder: string, id: string): Promise<InstalledVoice | undefined> =>
  readInstalled(InstalledVoice, folder, id);

const VOICE_ID = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?::(\d{1,4}))?$/;

/** The voice and the speaker that a `voiceId` names: `libritts-r` or `libritts-r:12`. Undefined: it is no name of a local voice. */
export function parseVoiceId(voiceId: unknown): { id: string; speaker: number } | undefined {
  const [, id, speaker = "0"] = VOICE_ID.exec(String(voiceId)) ?? [];
  return id === undefined ? undefined : { id, speaker: Number(speaker) };
}
