import type { Model } from "@callwright/contract";
import type { ProviderKey } from "../../model/provider-key.ts";
import { COMPATIBLE_PROVIDERS, type CompatibleProvider } from "../openai-compatible/table.ts";
import type { ProviderContext } from "../provider.ts";
import { providerVariable } from "../provider-key.ts";
import { anthropicDialect } from "./anthropic-dialect.ts";
import { bedrockDialect } from "./bedrock-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { googleDialect } from "./google-dialect.ts";
import { openAiDialect } from "./openai-dialect.ts";

/** A model provider of the conformance suite. */
export interface ModelService {
  /** Name in the suite. */
  name: string;
  provider: Model["provider"];
  dialect: Dialect;
  /** A small model, for the real service. `<PROVIDER>_MODEL` replaces it. */
  liveModel: string;
  /** Default true. */
  callsTools?: boolean;
  /** The organization's credential, where it is more than a key. */
  credential?: (key: string, url: string) => Record<string, ProviderKey>;
}

const LIVE_MODELS: Record<keyof typeof COMPATIBLE_PROVIDERS, string> = {
  cerebras: "llama-3.3-70b",
  "deep-seek": "deepseek-chat",
  deepinfra: "meta-llama/Llama-3.3-70B-Instruct",
  groq: "llama-3.3-70b-versatile",
  "inflection-ai": "inflection_3_pi",
  minimax: "MiniMax-M2.7",
  openrouter: "openai/gpt-4.1-mini",
  "perplexity-ai": "sonar",
  "together-ai": "meta-llama/Llama-3.3-70B-Instruct-Turbo",
  xai: "grok-3",
};

const CLAUDE = "claude-haiku-4-5-20251001";

export const MODEL_SERVICES: readonly ModelService[] = [
  { name: "openai", provider: "openai", dialect: openAiDialect, liveModel: "gpt-4.1-mini" },
  {
    name: "openai at Azure",
    provider: "openai",
    dialect: openAiDialect,
    liveModel: "gpt-4.1-mini",
    credential: (key, url) => ({
      "azure-openai": {
        ...{ region: "eastus", models: ["gpt-4.1-mini"], openAIKey: key },
        openAIEndpoint: new URL("/", url).href,
      },
    }),
  },
  { name: "custom-llm", provider: "custom-llm", dialect: openAiDialect, liveModel: "llama3.2" },
  { name: "anthropic", provider: "anthropic", dialect: anthropicDialect, liveModel: CLAUDE },
  {
    name: "anthropic-bedrock",
    provider: "anthropic-bedrock",
    dialect: bedrockDialect,
    liveModel: CLAUDE,
    credential: (key) => ({
      "anthropic-bedrock": {
        region: "us-east-1",
        authenticationPlan: { type: "aws-iam", awsAccessKeyId: key, awsSecretAccessKey: `secret-${key}` },
      },
    }),
  },
  { name: "google", provider: "google", dialect: googleDialect, liveModel: "gemini-2.5-flash" },
  ...Object.entries(LIVE_MODELS).map(([id, liveModel]): ModelService => {
    const provider = id as keyof typeof COMPATIBLE_PROVIDERS;
    const { callsTools = true }: CompatibleProvider = COMPATIBLE_PROVIDERS[provider];
    return { name: id, provider, dialect: openAiDialect, liveModel, callsTools };
  }),
];

/** What a service is asked with at a fake server. */
export function fakeContext({ provider, credential }: ModelService, key: string, url: string): ProviderContext {
  const urls = { [provider]: url };
  if (credential) return { keys: {}, orgKeys: credential(key, url), urls, allowPrivateAddresses: true };
  return { keys: { [provider]: key }, urls };
}

/** What a real service is asked with; undefined without its key in the environment, or without the address of `custom-llm`. */
export function liveContext({ provider, credential }: ModelService, env: NodeJS.ProcessEnv): ProviderContext | undefined {
  const key = env[providerVariable(provider, "API_KEY")];
  const url = env[providerVariable(provider, "BASE_URL")];
  if ((provider === "openai" && credential) || !(provider === "custom-llm" ? url : key)) return undefined;
  return { keys: key ? { [provider]: key } : {}, urls: url ? { [provider]: url } : {} };
}
