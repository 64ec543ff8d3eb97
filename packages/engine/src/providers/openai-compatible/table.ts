/** A hosted provider with an OpenAI-compatible chat API. */
export interface CompatibleProvider {
  baseUrl: string;
  /** The page of the provider that names the base URL. Not checked in the tests: `npm run providers:live` calls the service, with your key. */
  source: string;
  /** Fields of each request that OpenAI's protocol does not have. */
  fields?: Readonly<Record<string, unknown>>;
  /** User and assistant must take turns. */
  takesTurns?: boolean;
  /** Default true. */
  callsTools?: boolean;
  /** The answers of tools must come with the thoughts before the calls. */
  keepsThoughts?: boolean;
}

/** By provider id. */
export const COMPATIBLE_PROVIDERS = {
  cerebras: { baseUrl: "https://api.cerebras.ai/v1", source: "https://inference-docs.cerebras.ai/resources/openai" },
  "deep-seek": {
    baseUrl: "https://api.deepseek.com/v1",
    source: "https://api-docs.deepseek.com/",
    keepsThoughts: true,
  },
  deepinfra: { baseUrl: "https://api.deepinfra.com/v1/openai", source: "https://deepinfra.com/docs/openai_api" },
  groq: { baseUrl: "https://api.groq.com/openai/v1", source: "https://console.groq.com/docs/openai" },
  "inflection-ai": {
    baseUrl: "https://api.inflection.ai/external/api/inference/openai/v1",
    source: "https://developers.inflection.ai/docs/api-reference",
  },
  minimax: {
    // The group id of the credential belongs to MiniMax's older endpoints; this one has the account from the key.
    baseUrl: "https://api.minimax.io/v1",
    source: "https://platform.minimax.io/docs/api-reference/text-openai-api",
    // Otherwise the thoughts are part of the answer.
    fields: { reasoning_split: true },
  },
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", source: "https://openrouter.ai/docs/api-reference/overview" },
  "perplexity-ai": {
    baseUrl: "https://api.perplexity.ai",
    source: "https://docs.perplexity.ai/api-reference/chat-completions-post",
    takesTurns: true,
    callsTools: false,
  },
  "together-ai": {
    baseUrl: "https://api.together.xyz/v1",
    source: "https://docs.together.ai/docs/openai-api-compatibility",
  },
  xai: { baseUrl: "https://api.x.ai/v1", source: "https://docs.x.ai/developers/rest-api-reference/inference" },
} as const satisfies Record<string, CompatibleProvider>;
export type CompatibleProviderId = keyof typeof COMPATIBLE_PROVIDERS;
