import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import type { Logger } from "../config/logger.ts";
import type { VoiceEntry } from "./catalog-entry.ts";

/** The part of a published Piper voice's `X.onnx.json` that is needed (https://github.com/OHF-Voice/piper1-gpl, November 2026). */
const PiperConfig = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(96_000) }),
  espeak: z.object({ voice: z.string().regex(/^[\w-]{1,40}$/) }),
  /** Others than espeak-ng's phonemes are not loaded. Absent in old voices. */
  phoneme_type: z.literal("espeak").default("espeak"),
  num_speakers: z.int().min(1).max(9999).default(1),
  phoneme_id_map: z.record(z.string(), z.array(z.int().min(0)).min(1)),
  language: z.object({ family: z.string().min(2).max(8), name_english: z.string().max(60).optional() }).optional(),
});
export type PiperConfig = z.infer<typeof PiperConfig>;

/** A voice as Piper publishes it. It has no address: its two files are on this machine. */
export interface PiperVoice extends Omit<VoiceEntry, "sources"> {
  piper: { model: string; config: PiperConfig; bytes: number };
}

/** Scripts of languages that are not written in Latin letters. */
const SCRIPTS: Readonly<Record<string, string[]>> = {
  ar: ["Arabic"],
  bg: ["Cyrillic"],
  el: ["Greek"],
  fa: ["Arabic"],
  hi: ["Devanagari"],
  ka: ["Georgian"],
  kk: ["Cyrillic"],
  ml: ["Malayalam"],
  ne: ["Devanagari"],
  ru: ["Cyrillic"],
  sr: ["Cyrillic", "Latin"],
  te: ["Telugu"],
  uk: ["Cyrillic"],
  ur: ["Arabic"],
  zh: ["Han"],
};
const SAMPLES: Readonly<Record<string, string>> = { en: "Good morning, how can I help you today?" };
/** Digits are read in every language. */
const ANY_SAMPLE = "1, 2, 3, 4, 5.";
const ENDING = ".onnx";

/** The Piper voices in `folder` and its subfolders: `X.onnx` with `X.onnx.json`. An unreadable voice is left out, and logged. */
export function findPiperVoices(folder: string | undefined, log: Logger): PiperVoice[] {
  if (folder === undefined) return [];
  return modelsIn(folder).flatMap((model) => {
    try {
      return [piperVoice(model)];
    } catch (cause) {
      const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
      log.warn({ file: `${model}.json` }, `this file describes no Piper voice that runs here: ${problem}`);
      return [];
    }
  });
}

function modelsIn(folder: string): string[] {
  const isVoice = (file: string) => file.endsWith(ENDING) && statSync(`${file}.json`, { throwIfNoEntry: false })?.isFile();
  const filesOf = (path: string) => readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  try {
    return filesOf(folder)
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesOf(path).map(({ name }) => join(path, name)) : [path];
      })
      .filter(isVoice);
  } catch {
    // A missing or unreadable folder has no voices; an installation from it reports that.
    return [];
  }
}

function piperVoice(model: string): PiperVoice {
  const config = PiperConfig.parse(JSON.parse(readFileSync(`${model}.json`, "utf8")));
  const name = basename(model, ENDING);
  const language = config.language?.family ?? config.espeak.voice.slice(0, 2);
  return {
    kind: "voice",
    id: idOf(name),
    name,
    family: "Piper",
    languages: [language],
    scripts: SCRIPTS[language] ?? ["Latin"],
    speakers: config.num_speakers,
    license: { name: "Unknown", note: "Read the MODEL_CARD that Piper publishes beside the voice." },
    isRecommended: false,
    sample: SAMPLES[language] ?? ANY_SAMPLE,
    model: { kind: "vits", model: "model.onnx", tokens: "tokens.txt", dataDir: "espeak-ng-data" },
    piper: { model, config, bytes: statSync(model).size },
  };
}

/** `en_US-joe-medium` → `en-us-joe-medium`. */
function idOf(name: string): string {
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (id === "") throw new Error("its name has no letters a to z");
  return id;
}
