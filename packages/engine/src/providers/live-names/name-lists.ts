import { KEY_CHECKS, type KeyCheck } from "../key-check/key-checks.ts";
import type { PartName } from "../provider.ts";

/** How a provider lists the names of its models. */
export interface NameList {
  /** The provider's address and headers. */
  from: Pick<KeyCheck, "headers" | "isApart"> & { baseUrl: string };
  path: string;
  /** The names in an answer that this part can use. */
  read: (answer: unknown) => string[];
}

type Item = Readonly<Record<string, unknown>>;

const objectsIn = (items: unknown): Item[] =>
  Array.isArray(items) ? items.filter((item) => typeof item === "object" && item !== null) : [];
const itemsOf = (answer: unknown, field: string): Item[] => objectsIn((answer as Item | null)?.[field]);
const namesOf = (items: readonly Item[], field: string): string[] =>
  items
    .map((item) => item[field])
    .filter((name): name is string => typeof name === "string" && name !== "" && name.length <= 200);

/** Names of models that make or hear sound, make pictures, or turn text into numbers. */
const OTHER_USES =
  /realtime|live|audio|speech|tts|transcribe|whisper|orpheus|image|imagen|dall-e|sora|veo|video|embed|rerank|moderation|guard|ocr|aqa/i;
const textModels = (names: readonly string[]) => names.filter((name) => !OTHER_USES.test(name));

/** Asks the address of the provider's key check. */
function listOf(provider: string, path: string, read: NameList["read"]): NameList {
  const check = KEY_CHECKS[provider];
  if (typeof check?.baseUrl !== "string") throw new Error(`The key check of ${provider} has no address.`);
  return { from: { ...check, baseUrl: check.baseUrl }, path, read };
}

/** The list of OpenAI's API, which Anthropic's and most others share. */
const likeOpenAi = (provider: string, path = "/models") =>
  listOf(provider, path, (answer) => textModels(namesOf(itemsOf(answer, "data"), "id")));
/** OpenAI's models whose names match. */
const openAiNames = (use: RegExp) =>
  listOf("openai", "/models", (answer) => namesOf(itemsOf(answer, "data"), "id").filter((name) => use.test(name)));

/** Google's transcriber is a language model that hears. */
const google = listOf("google", "/models?pageSize=1000", (answer) =>
  textModels(
    namesOf(
      itemsOf(answer, "models").filter(
        ({ supportedGenerationMethods: can }) => Array.isArray(can) && can.includes("generateContent"),
      ),
      "name",
    ).map((name) => name.replace(/^models\//, "")),
  ),
);

/** By part and provider. The others have no documented list. */
export const NAME_LISTS: Readonly<Record<PartName, Readonly<Record<string, NameList>>>> = {
  model: {
    anthropic: likeOpenAi("anthropic", "/models?limit=1000"),
    google,
    ...Object.fromEntries(
      ["cerebras", "deep-seek", "fireworks", "groq", "mistral", "openai", "openrouter", "together-ai", "xai"].map((provider) => [
        provider,
        likeOpenAi(provider),
      ]),
    ),
  },
  voice: {
    // https://elevenlabs.io/docs/api-reference/models/list; @elevenlabs/elevenlabs-js 2.73.0.
    "11labs": listOf("11labs", "/v1/models", (answer) =>
      namesOf(
        objectsIn(answer).filter(({ can_do_text_to_speech: speaks }) => speaks === true),
        "model_id",
      ),
    ),
    // https://developers.deepgram.com/reference/manage/models/list; @deepgram/sdk 5.13.0. A model of a voice is its architecture.
    deepgram: listOf("deepgram", "/v1/models", (answer) => namesOf(itemsOf(answer, "tts"), "architecture")),
    openai: openAiNames(/^tts-|-tts\b/),
    // https://docs.rime.ai/api-reference/data/voice-details. Everybody may read it: the key is not sent.
    "rime-ai": {
      from: { baseUrl: "https://users.rime.ai", headers: () => ({}) },
      path: "/data/voices/voice_details.json",
      read: (answer) => namesOf(objectsIn(answer), "modelId"),
    },
  },
  transcriber: {
    deepgram: listOf("deepgram", "/v1/models", (answer) =>
      namesOf(
        itemsOf(answer, "stt").filter(({ streaming }) => streaming === true),
        "canonical_name",
      ),
    ),
    google,
    openai: openAiNames(/transcribe(?!-diarize)|whisper/),
    // https://soniox.com/docs/stt/api-reference/models/get_models; @soniox/node 2.3.0.
    soniox: listOf("soniox", "/v1/models", (answer) =>
      namesOf(
        itemsOf(answer, "models").filter(({ transcription_mode: mode }) => mode === "real_time"),
        "id",
      ),
    ),
  },
};
