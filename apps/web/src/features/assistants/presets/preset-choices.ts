import {
  type Catalog,
  type CatalogRow,
  firstVoiceOf,
  lifeOf,
  type Model,
  type ResponseTime,
  type Transcriber,
  type Voice,
} from "@callwright/contract";
import type { PartName } from "../../../data/capabilities.ts";
import { BUILT_IN } from "../use-default-provider.ts";

export const PRESETS = ["fast", "balanced", "best", "local"] as const;
export type Preset = (typeof PRESETS)[number];

/** The fields of a model that a preset sets. Prompt, tools and temperature stay. */
export type ModelChoice = Pick<Model, "provider" | "model" | "url">;

/** By part, in order of preference. The first that runs on the server is set. */
export interface PresetChoices {
  model: readonly ModelChoice[];
  voice: readonly Voice[];
  transcriber: readonly Transcriber[];
}

/** Which rows of the catalog a preset prefers, by their `quality`. */
const QUALITIES: Readonly<Record<Exclude<Preset, "local">, readonly number[]>> = {
  fast: [1, 2, 3],
  balanced: [2, 3, 1],
  best: [3, 2, 1],
};
/** A time or a price that is unknown sorts last. */
const UNKNOWN = Number.POSITIVE_INFINITY;

/** The data by which presets choose. */
export interface PresetKnowledge {
  catalog: Catalog;
  nowMs: number;
  /** Median response times of the organization's own calls. */
  times: readonly Pick<ResponseTime, "part" | "provider" | "model" | "medianMs">[];
}

/** The rows that a preset chooses from, best first. Rows that end within `ENDING_DAYS` and rows without the language are left out. */
function rowsFor(
  preset: Exclude<Preset, "local">,
  part: PartName,
  { catalog, nowMs, times, language }: PresetKnowledge & { language: string },
): CatalogRow[] {
  const rankOf = ({ quality }: CatalogRow) => QUALITIES[preset].indexOf(quality ?? 0);
  const timeOf = ({ provider, name, responseMs }: CatalogRow) =>
    times.find((each) => each.part === part && each.provider === provider && each.model === name)?.medianMs ??
    responseMs?.ms ??
    UNKNOWN;
  const priceOf = ({ prices = [] }: CatalogRow) => prices.reduce((sum, { usd }) => sum + usd, prices.length > 0 ? 0 : UNKNOWN);
  const keys = preset === "balanced" ? [rankOf, priceOf, timeOf] : [rankOf, timeOf, priceOf];
  return catalog.rows
    .filter((row) => row.part === part && row.quality !== undefined && row.tools !== false)
    .filter((row) => ["new", "current"].includes(lifeOf(row, nowMs)))
    .filter(({ languages }) => languages === undefined || languages.includes(language))
    .sort((one, other) => {
      for (const key of keys) if (key(one) !== key(other)) return key(one) < key(other) ? -1 : 1;
      return 0;
    });
}

/** What the server itself offers: models beside it, and installed voices and recognizers that are fast enough on it. */
export interface LocalOffers {
  models: readonly { url?: string | undefined; model: string }[];
  /** Voices that speak the language, each with all of its languages. */
  voices: readonly { id: string; languages: readonly string[] }[];
  recognizers: readonly { id: string; languages: readonly string[] }[];
  /** The language of the assistant's callers. ISO 639-1. */
  language: string;
}

/** The language of a transcriber as ISO 639-1; English where it names none, as `multi` does. */
export function spokenLanguage(language = ""): string {
  return /^[a-z]{2}(?=[-_]|$)/i.exec(language)?.[0].toLowerCase() ?? "en";
}

/** The choices of a preset. `local` has those of this server only; the others end with the built-in parts. */
export function choicesOf(
  preset: Preset,
  { models, voices, recognizers, language }: LocalOffers,
  knowledge: PresetKnowledge,
): PresetChoices {
  if (preset !== "local") {
    const rows = (part: PartName) => rowsFor(preset, part, { ...knowledge, language });
    const model = rows("model").map(({ provider, name }) => ({ provider, model: name }) as ModelChoice);
    // English is the default of providers.
    const inLanguage = language === "en" ? {} : { language };
    const voice = rows("voice")
      // The suggested voices of Deepgram speak English.
      .filter(({ provider }) => provider !== "deepgram" || language === "en")
      .map(({ provider, name }) => ({ ...firstVoiceOf(provider), model: name, ...inLanguage }));
    const transcriber = rows("transcriber").map(
      ({ provider, name }) =>
        ({ provider, [provider === "assembly-ai" ? "speechModel" : "model"]: name, ...inLanguage }) as Transcriber,
    );
    return {
      model: [...model, BUILT_IN.model],
      voice: [...voice, BUILT_IN.voice],
      transcriber: [...transcriber, BUILT_IN.transcriber],
    };
  }
  // A model's first language counts where none is set.
  const spoken = ({ languages }: { languages: readonly string[] }) => (languages[0] === language ? {} : { language });
  return {
    model: [...models.map((model): ModelChoice => ({ provider: "custom-llm", ...model })), BUILT_IN.model],
    voice: [...voices.map((voice): Voice => ({ provider: "callwright", voiceId: voice.id, ...spoken(voice) })), BUILT_IN.voice],
    transcriber: [
      ...recognizers.map((each): Transcriber => ({ provider: "callwright", model: each.id, ...spoken(each) })),
      { ...BUILT_IN.transcriber, ...spoken({ languages: ["en"] }) },
    ],
  };
}
