import { timeLimit } from "@callwright/contract";
import { ProviderError } from "../../model/provider-error.ts";
import { boundedFetch } from "../bounded-fetch.ts";
import { KEY_CHECKS } from "../key-check/key-checks.ts";
import { outsideProviderFetch } from "../outside-provider-fetch.ts";
import type { PartName, ProviderContext } from "../provider.ts";
import { findKey, orgKeyField } from "../provider-key.ts";

/** What a provider lists. */
export interface ListedNames {
  /** `unlisted`: it has no list, or none that is read here. */
  state: "read" | "needs-credential" | "unlisted" | "failed";
  /** In alphabetical order. */
  names: readonly string[];
  /** Why there are none. */
  message?: string;
}

interface NameList {
  path: string;
  /** The names of an answer, of those that hold a conversation in text. */
  read: (answer: unknown) => string[];
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 4 * 1024 * 1024;
const NAMES_MAX = 1_000;
const ADVICE = "The server's operator can allow it: ALLOW_PRIVATE_ADDRESSES=true.";

/** Names of models that make or hear sound, make pictures, or turn text into numbers. */
const OTHER_USES =
  /realtime|live|audio|speech|tts|transcribe|whisper|orpheus|image|imagen|dall-e|sora|veo|video|embed|rerank|moderation|guard|ocr|aqa/i;

const itemsOf = (answer: unknown, field: string): Record<string, unknown>[] => {
  const items = (answer as Record<string, unknown> | null)?.[field];
  return Array.isArray(items) ? items.filter((item) => typeof item === "object" && item !== null) : [];
};
const textModels = (names: unknown[]) =>
  names.filter((name): name is string => typeof name === "string" && name !== "" && name.length <= 200 && !OTHER_USES.test(name));

/** Of OpenAI's API, which Anthropic's and those of most others agree with. */
const LIKE_OPENAI: NameList = { path: "/models", read: (answer) => textModels(itemsOf(answer, "data").map(({ id }) => id)) };

/** By provider. Address and headers are those of `KEY_CHECKS`, where each has its source. */
const MODEL_LISTS: Readonly<Record<string, NameList>> = {
  anthropic: { ...LIKE_OPENAI, path: "/models?limit=1000" },
  google: {
    path: "/models?pageSize=1000",
    read: (answer) =>
      textModels(
        itemsOf(answer, "models")
          .filter(({ supportedGenerationMethods: can }) => Array.isArray(can) && can.includes("generateContent"))
          .map(({ name }) => String(name).replace(/^models\//, "")),
      ),
  },
  ...Object.fromEntries(
    ["cerebras", "deep-seek", "fireworks", "groq", "mistral", "openai", "openrouter", "together-ai", "xai"].map((provider) => [
      provider,
      LIKE_OPENAI,
    ]),
  ),
};

/** Asks a provider for the names of its models, with the organization's key, else with the server's. Never fails. The key is in no message. */
export async function listProviderNames(
  part: PartName,
  provider: string,
  context: ProviderContext,
  signal: AbortSignal,
): Promise<ListedNames> {
  const none = (state: Exclude<ListedNames["state"], "read">, message?: string): ListedNames => ({
    ...{ state, names: [] },
    ...(message !== undefined && { message }),
  });
  const list = part === "model" ? MODEL_LISTS[provider] : undefined;
  const check = KEY_CHECKS[provider];
  if (!list || typeof check?.baseUrl !== "string") return none("unlisted");
  const key = findKey(context, provider);
  if (key === undefined) return none("needs-credential");
  const ofOperator = context.urls[provider];
  const baseUrl = (ofOperator ?? orgKeyField(context, provider, "apiUrl") ?? check.baseUrl).replace(/\/+$/, "");
  const send = ofOperator !== undefined || context.allowPrivateAddresses ? fetch : outsideProviderFetch(provider, part, ADVICE);
  try {
    const response = await boundedFetch(send, MAX_BYTES)(`${baseUrl}${list.path}`, {
      headers: check.headers(key, context),
      redirect: "error",
      signal: AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]),
    });
    if (!response.ok) return none("failed", `${provider} answered with status ${response.status}.`);
    const names = list.read(await response.json());
    return { state: "read", names: [...new Set(names)].sort().slice(0, NAMES_MAX) };
  } catch (error) {
    if (error instanceof ProviderError) return none("failed", error.message);
    return none("failed", `${provider} did not list its models at ${new URL(baseUrl).origin} in ${TIMEOUT_MS / 1000} s.`);
  }
}
