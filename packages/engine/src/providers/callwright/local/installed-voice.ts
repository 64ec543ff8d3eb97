import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Written last: a folder without it holds no voice. */
export const INSTALLED_FILE = "installed.json";

/** Path of a file below the voice's folder. */
const File = z
  .string()
  .regex(/^[\w.-]+(?:\/[\w.-]+)*$/)
  .refine((path) => !path.split("/").includes(".."));

/** How sherpa-onnx loads a voice: the kind of its model, and where its files are in the voice's folder. */
export const VoiceModelFiles = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("vits"), model: File, tokens: File, dataDir: File.optional() }),
  z.strictObject({ kind: z.literal("kitten"), model: File, voices: File, tokens: File, dataDir: File }),
  z.strictObject({
    kind: z.literal("kokoro"),
    ...{ model: File, voices: File, tokens: File, dataDir: File },
    lexicon: z.array(File).min(1),
  }),
  z.strictObject({
    kind: z.literal("supertonic"),
    ...{ durationPredictor: File, textEncoder: File, vectorEstimator: File, vocoder: File },
    ...{ ttsJson: File, unicodeIndexer: File, voiceStyle: File },
  }),
]);
export type VoiceModelFiles = z.infer<typeof VoiceModelFiles>;

/** What a voice speaks, as far as it decides what it is given to say. */
export const SpokenBy = z.object({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  /** ISO 639-1 codes. The first one is spoken where an assistant names none. */
  languages: z.array(z.string().min(2).max(8)).min(1),
  /** Unicode scripts that it can pronounce. It says nothing of others' letters. */
  scripts: z
    .array(z.string().regex(/^[A-Z][a-z]+$/))
    .min(1)
    .default(["Latin"]),
  model: VoiceModelFiles,
});
export type SpokenBy = z.infer<typeof SpokenBy>;

/** An installed voice, as `installed.json` in its folder describes it. */
export const InstalledVoice = SpokenBy.extend({
  /** In hertz. */
  sampleRate: z.int().min(8_000).max(96_000),
  speakers: z.int().min(1),
  /** Seconds of work for a second of speech, as measured on this machine. */
  realTimeFactor: z.number().positive(),
  /** What it takes on the disk. */
  bytes: z.int().min(0),
  installedAt: z.iso.datetime(),
});
export type InstalledVoice = z.infer<typeof InstalledVoice>;

/** The voice in `<folder>/<id>`; undefined where there is none, or where its description cannot be read. */
export async function findInstalledVoice(folder: string, id: string): Promise<InstalledVoice | undefined> {
  try {
    return InstalledVoice.parse(JSON.parse(await readFile(join(folder, id, INSTALLED_FILE), "utf8")));
  } catch {
    return undefined;
  }
}

const VOICE_ID = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?::(\d{1,4}))?$/;

/** The voice and the speaker that a `voiceId` names: `libritts-r` or `libritts-r:12`. Undefined: it is no name of a local voice. */
export function parseVoiceId(voiceId: unknown): { id: string; speaker: number } | undefined {
  const [, id, speaker = "0"] = VOICE_ID.exec(String(voiceId)) ?? [];
  return id === undefined ? undefined : { id, speaker: Number(speaker) };
}
