/** USD per million tokens. */
export interface ModelPrice {
  input: number;
  /** Of input that the provider read from its cache; null where there is no such price. */
  cached: number | null;
  output: number;
}

/** The published prices of a provider. */
export interface ProviderPrices {
  /** The page that publishes them, and the day they were true. */
  source: string;
  asOf: string;
  models: Readonly<Record<string, ModelPrice>>;
}

const price = (input: number, cached: number | null, output: number): ModelPrice => ({ input, cached, output });

/** By model provider. A model that is not here has a price that is not known, and is not free. For prompts up to 200,000 tokens. */
export const MODEL_PRICES: Readonly<Record<string, ProviderPrices>> = {
  openai: {
    source: "https://platform.openai.com/docs/pricing",
    asOf: "2026-03-31",
    models: {
      "gpt-5.2": price(1.75, 0.175, 14),
      "gpt-5.1": price(1.25, 0.125, 10),
      "gpt-5": price(1.25, 0.125, 10),
      "gpt-5-mini": price(0.25, 0.025, 2),
      "gpt-5-nano": price(0.05, 0.005, 0.4),
      "gpt-4.1": price(2, 0.5, 8),
      "gpt-4.1-mini": price(0.4, 0.1, 1.6),
      "gpt-4.1-nano": price(0.1, 0.025, 0.4),
      "gpt-4o": price(2.5, 1.25, 10),
      "gpt-4o-mini": price(0.15, 0.075, 0.6),
      o3: price(2, 0.5, 8),
      "o3-mini": price(1.1, 0.55, 4.4),
      "o4-mini": price(1.1, 0.275, 4.4),
      "gpt-4-turbo": price(10, null, 30),
      "gpt-4": price(30, null, 60),
      "gpt-3.5-turbo": price(0.5, null, 1.5),
    },
  },
  anthropic: {
    source: "https://platform.claude.com/docs/en/about-claude/pricing",
    asOf: "2026-10-24",
    models: {
      "claude-opus-4-6": price(5, 0.5, 25),
      "claude-opus-4-5-20251101": price(5, 0.5, 25),
      "claude-opus-4-20250514": price(15, 1.5, 75),
      "claude-sonnet-4-6": price(3, 0.3, 15),
      "claude-sonnet-4-5-20250929": price(3, 0.3, 15),
      "claude-sonnet-4-20250514": price(3, 0.3, 15),
      "claude-haiku-4-5-20251001": price(1, 0.1, 5),
    },
  },
  google: {
    source: "https://ai.google.dev/gemini-api/docs/pricing",
    asOf: "2026-01-31",
    models: {
      "gemini-3-flash-preview": price(0.5, 0.05, 3),
      "gemini-2.5-pro": price(1.25, 0.125, 10),
      "gemini-2.5-flash": price(0.3, 0.03, 2.5),
      "gemini-2.5-flash-lite": price(0.1, 0.01, 0.4),
      "gemini-2.0-flash": price(0.1, 0.025, 0.4),
    },
  },
  groq: {
    source: "https://groq.com/pricing",
    asOf: "2026-01-31",
    models: {
      "openai/gpt-oss-120b": price(0.15, 0.075, 0.6),
      "openai/gpt-oss-20b": price(0.075, 0.037, 0.3),
      "llama-3.3-70b-versatile": price(0.59, null, 0.79),
      "llama-3.1-8b-instant": price(0.05, null, 0.08),
    },
  },
};

/** What a model costs; undefined where it is not known. A region of the platform, as in `gpt-4.1:westus`, does not count. */
export function modelPrice(provider: string, model: string): ModelPrice | undefined {
  const models = Object.hasOwn(MODEL_PRICES, provider) ? MODEL_PRICES[provider]?.models : undefined;
  const name = model.split(":")[0] ?? model;
  return models && Object.hasOwn(models, name) ? models[name] : undefined;
}
