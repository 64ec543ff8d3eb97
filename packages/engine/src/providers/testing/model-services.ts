import type { Model } from "@callwright/contract";
import type { ProviderKey } from "../../model/provider-key.ts";
import { COMPATIBLE_PROVIDERS, type CompatibleProvider } from "../openai-compatible/table.ts";
import type { ProviderContext } from "../provider.ts";
import { anthropicDialect } from "./anthropic-dialect.ts";
import { bedrockDialect } from "./bedrock-dialect.ts";
import { compatibleDialectOf } from "./compatible-rules.ts";
import type { Dialect } from "./dialect.ts";
import { googleDialect } from "./google-dialect.ts";
import { compatibleDialect, openAiDialect } from "./openai-dialect.ts";

/** A model provider of the conformance suite. */
export interface ModelService {
  /** Name in the suite. */
  name: string;
  provider: Model["provider"];
  dialect: Dialect;
  /** A small model. */
  model: string;
  /** Default true. */
  callsTools?: boolean;
  /** What 300 tokens become where the model thinks. Default 300. */
  sentTokens?: number;
  /** Default true. */
  takesTemperature?: boolean;
  /** The organization's credential, where it is more than a key. */
  credential?: (key: string, url: string) => Record<string, ProviderKey>;
}

/** With the number of tokens that 300 become if the model thinks. */
const COMPATIBLE_MODELS: Record<keyof typeof COMPATIBLE_PROVIDERS, string | readonly [string, number]> = {
  baseten: ["openai/gpt-oss-120b", 1324],
  cerebras: ["gpt-oss-120b", 1324],
  cloudflare: ["@cf/openai/gpt-oss-120b", 1324],
  "deep-seek": "deepseek-flash",
  deepinfra: "meta-llama/Llama-3.3-70B-Instruct",
  fireworks: ["accounts/fireworks/models/gpt-oss-120b", 1324],
  groq: ["openai/gpt-oss-120b", 1324],
  "inflection-ai": "inflection_3_pi",
  minimax: ["MiniMax-M2.7", 8492],
  mistral: "mistral-small-latest",
  openrouter: "openai/gpt-6-luna",
  "perplexity-ai": "sonar",
  sambanova: ["gpt-oss-120b", 1324],
  "together-ai": "meta-llama/Llama-3.3-70B-Instruct-Turbo",
  xai: "grok-4.3",
};

const CLAUDE = "claude-haiku-5-5";

export const MODEL_SERVICES: readonly ModelService[] = [
  { name: "openai", provider: "openai", dialect: openAiDialect, model: "gpt-6-luna" },
  {
    name: "openai, a model that thinks",
    provider: "openai",
    dialect: openAiDialect,
    model: "gpt-6.1-sol",
    sentTokens: 1324,
    takesTemperature: false,
  },
  {
    name: "openai at Azure",
    provider: "openai",
    dialect: openAiDialect,
    model: "gpt-5.4-mini",
    credential: (key, url) => ({
      "azure-openai": {
        region: "eastus",
        models: ["gpt-5.4-mini"],
        openAIKey: key,
        openAIEndpoint: new URL("/", url).href,
      },
    }),
  },
  { name: "custom-llm", provider: "custom-llm", dialect: compatibleDialect, model: "llama3.2" },
  { name: "anthropic", provider: "anthropic", dialect: anthropicDialect, model: CLAUDE, takesTemperature: false },
  {
    name: "anthropic-bedrock",
    provider: "anthropic-bedrock",
    dialect: bedrockDialect,
    model: CLAUDE,
    takesTemperature: false,
    credential: (key) => ({
      "anthropic-bedrock": {
        region: "us-east-1",
        authenticationPlan: { type: "aws-iam", awsAccessKeyId: key, awsSecretAccessKey: `secret-${key}` },
      },
    }),
  },
  { name: "google", provider: "google", dialect: googleDialect, model: "gemini-3.5-flash-lite", sentTokens: 1324 },
  ...Object.entries(COMPATIBLE_MODELS).map(([id, sample]): ModelService => {
    const [model, sentTokens = 300] = typeof sample === "string" ? [sample] : sample;
    const provider = id as keyof typeof COMPATIBLE_PROVIDERS;
    const { callsTools = true }: CompatibleProvider = COMPATIBLE_PROVIDERS[provider];
    return { name: id, provider, dialect: compatibleDialectOf(id), model, callsTools, sentTokens };
  }),
];

/** The context for requests to a service's fake server. */
export function fakeContext({ provider, credential }: ModelService, key: string, url: string): ProviderContext {
  const urls = { [provider]: url };
  if (credential) return { keys: {}, orgKeys: credential(key, url), urls, allowPrivateAddresses: true };
  return { keys: { [provider]: key }, urls };
}
