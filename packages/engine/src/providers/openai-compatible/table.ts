import { reasoningEffortOf } from "../openai/reasoning.ts";
import { thinkingTokens } from "../thinking-tokens.ts";

/** A hosted provider with an OpenAI-compatible chat API. */
export interface CompatibleProvider {
  /** `{accountId}` is replaced by that field of the credential. */
  baseUrl: string;
  /** The page of the provider that names the base URL. Not checked in the tests: `npm run providers:live` calls the service, with your key. */
  source: string;
  /** Fields of each request that are not in OpenAI's protocol. */
  fields?: Readonly<Record<string, unknown>>;
  /** Settings for the least thinking of a model. Default: `openModels`. */
  leastThinking?: (model: string) => LeastThinking;
  /** User and assistant must take turns. */
  takesTurns?: boolean;
  /** An answer of the assistant must follow the answers of tools, and ids of calls have 9 letters or digits. */
  isStrictAboutTools?: boolean;
  /** Default true. False: `stream_options` is refused, and the usage comes without asking. */
  asksForUsage?: boolean;
  /** Default true. */
  callsTools?: boolean;
}

/** Fields of a request, and tokens for the thoughts that remain. */
interface LeastThinking {
  fields: Readonly<Record<string, unknown>>;
  tokens: number;
}

const NO_THOUGHTS: LeastThinking = { fields: {}, tokens: 0 };
const effort = (name: string): LeastThinking => ({ fields: { reasoning_effort: name }, tokens: thinkingTokens(name) });
/** For models that think by default, without a way, or without a common way, to reduce it. */
const MAY_THINK: LeastThinking = { fields: {}, tokens: thinkingTokens("medium") };
const THINKING_MODEL = /reason|thinking|magistral|-r1\b|deepseek-v[4-9]|glm-?[4-9]|kimi-k|minimax-m|qwen3/i;

/** Of open models at many providers. Fireworks and Baseten document efforts for gpt-oss: models.dev of 2026-07-02, with their pages. */
export function openModels(model: string): LeastThinking {
  if (/gpt-oss/.test(model)) return effort("low");
  return THINKING_MODEL.test(model) ? MAY_THINK : NO_THOUGHTS;
}

/** By provider id. */
export const COMPATIBLE_PROVIDERS = {
  baseten: { baseUrl: "https://inference.baseten.co/v1", source: "https://docs.baseten.co/inference/model-apis/overview" },
  cerebras: {
    baseUrl: "https://api.cerebras.ai/v1",
    source: "https://inference-docs.cerebras.ai/resources/openai",
    // https://inference-docs.cerebras.ai/support/deprecation, entry of 2026-03-24.
    leastThinking: (model) => (/glm/.test(model) ? effort("none") : openModels(model)),
  },
  cloudflare: {
    baseUrl: "https://api.cloudflare.com/client/v4/accounts/{accountId}/ai/v1",
    source: "https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility",
  },
  "deep-seek": {
    baseUrl: "https://api.deepseek.com/v1",
    source: "https://api-docs.deepseek.com/",
    // V4 thinks by default: https://api-docs.deepseek.com/quick_start/pricing, read 2026-11-29.
    leastThinking: () => ({ fields: { thinking: { type: "disabled" } }, tokens: 0 }),
  },
  deepinfra: { baseUrl: "https://api.deepinfra.com/v1/openai", source: "https://deepinfra.com/docs/openai_api" },
  fireworks: {
    baseUrl: "https://api.fireworks.ai/inference/v1",
    source: "https://docs.fireworks.ai/tools-sdks/openai-compatibility",
  },
  groq: {
    baseUrl: "https://api.groq.com/openai/v1",
    source: "https://console.groq.com/docs/openai",
    // https://console.groq.com/docs/reasoning, with the values of @ai-sdk/groq and models.dev of 2026-07-02.
    leastThinking: (model) => (/qwen/.test(model) ? effort("none") : openModels(model)),
  },
  "inflection-ai": {
    baseUrl: "https://api.inflection.ai/external/api/inference/openai/v1",
    source: "https://developers.inflection.ai/docs/api-reference",
  },
  minimax: {
    // The group id of the credential belongs to MiniMax's older endpoints; this one has the account from the key.
    baseUrl: "https://api.minimax.io/v1",
    source: "https://platform.minimax.io/docs/api-reference/text-openai-api",
    // By default, the thoughts are part of the answer.
    fields: { reasoning_split: true },
    leastThinking: () => MAY_THINK,
  },
  mistral: {
    baseUrl: "https://api.mistral.ai/v1",
    source: "https://docs.mistral.ai/api",
    takesTurns: true,
    isStrictAboutTools: true,
    asksForUsage: false,
  },
  openrouter: {
    baseUrl: "https://openrouter.ai/api/v1",
    source: "https://openrouter.ai/docs/api-reference/overview",
    // https://openrouter.ai/docs/use-cases/reasoning-tokens, read 2026-11-29.
    leastThinking: (model) => {
      const [, openAiModel] = /^openai\/(.+)/.exec(model) ?? [];
      const least = openAiModel && reasoningEffortOf(openAiModel);
      return least ? { fields: { reasoning: { effort: least } }, tokens: thinkingTokens(least) } : openModels(model);
    },
  },
  "perplexity-ai": {
    baseUrl: "https://api.perplexity.ai",
    source: "https://docs.perplexity.ai/api-reference/chat-completions-post",
    takesTurns: true,
    // Its client 0.38.5 has no `stream_options`, and each chunk contains the usage so far.
    asksForUsage: false,
    callsTools: false,
  },
  sambanova: {
    baseUrl: "https://api.sambanova.ai/v1",
    source: "https://docs.sambanova.ai/docs/en/features/openai-compatibility",
  },
  "together-ai": {
    baseUrl: "https://api.together.xyz/v1",
    source: "https://docs.together.ai/docs/openai-api-compatibility",
  },
  xai: {
    baseUrl: "https://api.x.ai/v1",
    source: "https://docs.x.ai/developers/rest-api-reference/inference",
    // https://docs.x.ai/docs/migration/may-15-retirement and https://docs.x.ai/developers/grok-4-7, read 2026-11-29. Grok 4.20 takes no effort.
    leastThinking: (model) => {
      if (/grok-4\.20/.test(model)) return /non-reasoning/.test(model) ? NO_THOUGHTS : MAY_THINK;
      return effort(/grok-4\.3/.test(model) ? "none" : "low");
    },
  },
} as const satisfies Record<string, CompatibleProvider>;
export type CompatibleProviderId = keyof typeof COMPATIBLE_PROVIDERS;
