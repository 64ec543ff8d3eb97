import type { CatalogRow } from "./catalog-row.ts";
import { perTokens, rowsOf, stated } from "./write-rows.ts";

/**
 * Language models. In the order in which they are offered: the first one is what a provider begins with. Prices are list prices without discounts
 * and without surcharges for very long prompts.
 */

const GENAI_PRICES = stated("https://www.npmjs.com/package/@pydantic/genai-prices/v/0.1.8", "2026-09-23");
const MODELS_DEV = stated("https://github.com/sst/models.dev", "2026-07-02");
const genai = (...prices: Parameters<typeof perTokens>[1]) => perTokens(GENAI_PRICES, prices);
const modelsDev = (...prices: Parameters<typeof perTokens>[1]) => perTokens(MODELS_DEV, prices);

const OPENAI = stated("https://developers.openai.com/api/docs/deprecations", "2026-10-27");
const openaiPage = (name: string, asOf: string) => stated(`https://developers.openai.com/api/docs/models/${name}`, asOf);
const OPENAI_PRICING = (asOf: string) => stated("https://developers.openai.com/api/docs/pricing", asOf);
const UP_TO_MAX = ["none", "low", "medium", "high", "xhigh", "max"];
const UP_TO_XHIGH = ["none", "low", "medium", "high", "xhigh"];
const ALWAYS_THINKS = ["low", "medium", "high", "xhigh"];
const LOW_TO_MAX = [...ALWAYS_THINKS, "max"];
/** OpenAI's prices on the day of the release. */
const GPT_6_2_RELEASE = stated("https://github.com/BerriAI/litellm/discussions/52347", "2026-11-18");
const GPT_4 = { retires: "2027-01-14", successor: "gpt-6-luna" };
const ENDED_IN_OCTOBER = "2026-10-23";

const OPENAI_ROWS = rowsOf("model", "openai", OPENAI, [
  [
    "gpt-6-luna",
    {
      since: "2026-09-22",
      quality: 1,
      efforts: UP_TO_MAX,
      ...perTokens(openaiPage("gpt-6-luna", "2026-09-22"), [0.1, 0.01, 0.5]),
    },
  ],
  [
    "gpt-6.1-terra",
    {
      since: "2026-10-26",
      quality: 3,
      efforts: UP_TO_MAX,
      ...perTokens(openaiPage("gpt-6.1-terra", "2026-10-27"), [1, 0.05, 5]),
    },
  ],
  [
    "gpt-5.4-mini",
    { since: "2026-03-17", successor: "gpt-6-luna", quality: 2, efforts: UP_TO_XHIGH, ...genai(0.75, 0.075, 4.5) },
  ],
  ["gpt-6.2-sol", { since: "2026-11-17", efforts: LOW_TO_MAX, ...perTokens(GPT_6_2_RELEASE, [2, undefined, 10]) }],
  ["gpt-6.2-astra", { since: "2026-11-17", efforts: LOW_TO_MAX, ...perTokens(GPT_6_2_RELEASE, [8, 0.4, 40]) }],
  [
    "gpt-6.1-sol",
    {
      since: "2026-09-30",
      successor: "gpt-6.2-sol",
      efforts: LOW_TO_MAX,
      ...perTokens(openaiPage("gpt-6.1-sol", "2026-10-01"), [2, 0.1, 10]),
    },
  ],
  [
    "gpt-6-sol",
    {
      since: "2026-09-22",
      successor: "gpt-6.1-sol",
      efforts: UP_TO_MAX,
      ...perTokens(OPENAI_PRICING("2026-09-22"), [2, 0.2, 10]),
    },
  ],
  [
    "gpt-6-astra",
    {
      since: "2026-09-03",
      successor: "gpt-6.2-astra",
      efforts: LOW_TO_MAX,
      ...perTokens(openaiPage("gpt-6-astra", "2026-09-05"), [10, 1, 50]),
    },
  ],
  [
    "gpt-5.6-luna",
    {
      since: "2026-07-09",
      successor: "gpt-6-luna",
      efforts: UP_TO_MAX,
      ...perTokens(OPENAI_PRICING("2026-07-30"), [0.2, 0.02, 1.2]),
    },
  ],
  [
    "gpt-5.6-terra",
    {
      since: "2026-07-09",
      successor: "gpt-6.1-terra",
      efforts: UP_TO_MAX,
      ...perTokens(OPENAI_PRICING("2026-07-30"), [2, 0.2, 12]),
    },
  ],
  ["gpt-5.6-sol", { since: "2026-07-01", successor: "gpt-6.1-sol", efforts: UP_TO_MAX }],
  ["gpt-5.5", { since: "2026-04-23", successor: "gpt-6.1-sol", efforts: UP_TO_XHIGH, ...modelsDev(5, 0.5, 30) }],
  ["gpt-5.4", { since: "2026-03-05", efforts: UP_TO_XHIGH, ...genai(2.5, 0.25, 15) }],
  [
    "gpt-5.4-nano",
    { since: "2026-03-17", retires: "2027-04-01", successor: "gpt-6-luna", efforts: UP_TO_XHIGH, ...modelsDev(0.2, 0.02, 1.25) },
  ],
  ["gpt-5.2", { since: "2025-12-11", successor: "gpt-6.1-sol", efforts: UP_TO_XHIGH, ...genai(1.75, 0.175, 14) }],
  [
    "gpt-5.1",
    {
      since: "2025-11-13",
      retires: "2027-04-01",
      successor: "gpt-6.1-terra",
      efforts: ["none", "low", "medium", "high"],
      ...genai(1.25, 0.125, 10),
    },
  ],
  [
    "gpt-5",
    {
      since: "2025-08-07",
      retires: "2026-12-11",
      successor: "gpt-6.1-sol",
      efforts: ["minimal", "low", "medium", "high"],
      ...genai(1.25, 0.125, 10),
    },
  ],
  [
    "gpt-5-mini",
    {
      since: "2025-08-07",
      retires: "2026-12-11",
      successor: "gpt-6.1-terra",
      efforts: ["minimal", "low", "medium", "high"],
      ...genai(0.25, 0.025, 2),
    },
  ],
  [
    "gpt-5-nano",
    {
      since: "2025-08-07",
      retires: "2026-12-11",
      successor: "gpt-6-luna",
      efforts: ["minimal", "low", "medium", "high"],
      ...genai(0.05, 0.005, 0.4),
    },
  ],
  ["o3", { retires: "2026-12-11", successor: "gpt-6.1-sol", efforts: ["low", "medium", "high"], ...genai(2, 0.5, 8) }],
  ["gpt-4.1", { ...GPT_4, ...genai(2, 0.5, 8), ...answersIn(726) }],
  ["gpt-4.1-mini", { ...GPT_4, ...genai(0.4, 0.1, 1.6), ...answersIn(661) }],
  ["gpt-4o", { ...GPT_4, ...genai(2.5, 1.25, 10), ...answersIn(639) }],
  ["gpt-4o-mini", { ...GPT_4, ...genai(0.15, 0.075, 0.6), ...answersIn(536) }],
  ["gpt-4.1-nano", { retires: ENDED_IN_OCTOBER, successor: "gpt-6-luna", ...genai(0.1, 0.025, 0.4) }],
  ["o3-mini", { retires: ENDED_IN_OCTOBER, successor: "gpt-6.1-terra", ...genai(1.1, 0.55, 4.4) }],
  ["o4-mini", { retires: ENDED_IN_OCTOBER, successor: "gpt-6.1-terra", ...genai(1.1, 0.275, 4.4) }],
  ["gpt-4-turbo", { retires: ENDED_IN_OCTOBER, successor: "gpt-6.1-sol", ...genai(10, undefined, 30) }],
  ["gpt-4", { retires: ENDED_IN_OCTOBER, successor: "gpt-6.1-sol", ...genai(30, undefined, 60) }],
  ["gpt-3.5-turbo", { retires: ENDED_IN_OCTOBER, successor: "gpt-6.1-terra", ...genai(0.5, undefined, 1.5) }],
  ["gpt-4o-2024-08-06", { ...GPT_4, ...genai(2.5, 1.25, 10) }],
]);

const CLAUDE = stated("https://platform.claude.com/docs/en/about-claude/model-deprecations", "2026-11-28");
const CLAUDE_SDK = stated("https://www.npmjs.com/package/@anthropic-ai/sdk/v/1.14.0", "2026-11-28");
const claudePage = (name: string, asOf: string) =>
  stated(`https://platform.claude.com/docs/en/about-claude/models/${name}/overview`, asOf);
const CLAUDE_EFFORTS = ["low", "medium", "high", "max"];

const ANTHROPIC_ROWS = rowsOf("model", "anthropic", CLAUDE, [
  [
    "claude-haiku-5-5",
    {
      since: "2026-10-07",
      quality: 1,
      efforts: CLAUDE_EFFORTS,
      ...perTokens(claudePage("haiku-5-5", "2026-10-27"), [0.1, 0.01, 0.5]),
    },
  ],
  [
    "claude-sonnet-5-5",
    {
      since: "2026-09-28",
      quality: 3,
      efforts: ["low", "medium", "high"],
      ...perTokens(claudePage("sonnet-5-5", "2026-10-24"), [2, 0.1, 10]),
    },
  ],
  [
    "claude-opus-5-5",
    { since: "2026-09-22", efforts: CLAUDE_EFFORTS, ...perTokens(claudePage("opus-5-5", "2026-09-22"), [4, undefined, 20]) },
  ],
  [
    "claude-fable-5-2",
    { since: "2026-11-01", efforts: CLAUDE_EFFORTS, ...perTokens(claudePage("fable-5-2", "2026-11-28"), [8, undefined, 40]) },
  ],
  ["claude-fable-5-1", { since: "2026-09-01", successor: "claude-fable-5-2", efforts: CLAUDE_EFFORTS }],
  [
    "claude-opus-5",
    {
      since: "2026-07-24",
      successor: "claude-opus-5-5",
      efforts: CLAUDE_EFFORTS,
      ...perTokens(claudePage("opus-5", "2026-10-27"), [5, 0.5, 25]),
    },
  ],
  [
    "claude-sonnet-5",
    { since: "2026-06-30", successor: "claude-sonnet-5-5", efforts: CLAUDE_EFFORTS, ...genai(2, 0.2, 10, 2.5) },
  ],
  ["claude-opus-4-8", { since: "2026-05-28", successor: "claude-opus-5-5", efforts: CLAUDE_EFFORTS, ...modelsDev(5, 0.5, 25) }],
  ["claude-opus-4-7", { since: "2026-04-16", successor: "claude-opus-5-5", efforts: CLAUDE_EFFORTS, ...modelsDev(5, 0.5, 25) }],
  ["claude-opus-4-6", { since: "2026-02-05", successor: "claude-opus-5-5", ...genai(5, 0.5, 25, 6.25), ...answersIn(1_626) }],
  ["claude-sonnet-4-6", { since: "2026-02-17", successor: "claude-sonnet-5-5", ...genai(3, 0.3, 15, 3.75), ...answersIn(941) }],
  [
    "claude-haiku-4-5-20251001",
    { since: "2025-10-15", successor: "claude-haiku-5-5", ...genai(1, 0.1, 5, 1.25), ...answersIn(541) },
  ],
  ["claude-haiku-4-5", { since: "2025-10-15", successor: "claude-haiku-5-5", ...genai(1, 0.1, 5, 1.25) }],
  [
    "claude-opus-4-5-20251101",
    { retires: "2027-01-22", successor: "claude-opus-5-5", stated: CLAUDE_SDK, ...genai(5, 0.5, 25, 6.25) },
  ],
  ["claude-opus-4-5", { retires: "2027-01-22", successor: "claude-opus-5-5", stated: CLAUDE_SDK, ...genai(5, 0.5, 25, 6.25) }],
  [
    "claude-sonnet-4-5-20250929",
    { retires: "2026-11-30", successor: "claude-sonnet-5-5", stated: CLAUDE_SDK, ...genai(3, 0.3, 15, 3.75) },
  ],
  [
    "claude-sonnet-4-5",
    { retires: "2026-11-30", successor: "claude-sonnet-5-5", stated: CLAUDE_SDK, ...genai(3, 0.3, 15, 3.75) },
  ],
  ["claude-opus-4-20250514", { retires: "2026-06-15", successor: "claude-opus-5-5", ...genai(15, 1.5, 75, 18.75) }],
  ["claude-sonnet-4-20250514", { retires: "2026-06-15", successor: "claude-sonnet-5-5", ...genai(3, 0.3, 15, 3.75) }],
  ["claude-3-7-sonnet-20250219", { retires: "2026-02-19", successor: "claude-sonnet-5-5", ...genai(3, 0.3, 15, 3.75) }],
  ["claude-3-5-haiku-20241022", { retires: "2026-02-19", successor: "claude-haiku-5-5", ...genai(0.8, 0.08, 4, 1) }],
  ["claude-3-5-sonnet-20241022", { retires: "2025-10-28", successor: "claude-sonnet-5-5", ...genai(3, 0.3, 15, 3.75) }],
  ["claude-3-opus-20240229", { retires: "2026-01-05", successor: "claude-opus-5-5", ...genai(15, 1.5, 75, 18.75) }],
]);

const GEMINI = stated("https://ai.google.dev/gemini-api/docs/deprecations", "2026-11-10");
const GEMINI_PRICING = stated("https://ai.google.dev/gemini-api/docs/pricing", "2026-10-07");
const GEMINI_4 = stated("https://ai.google.dev/gemini-api/docs/latest-model", "2026-10-07");
const SIM = stated("https://github.com/simstudioai/sim/pull/5812", "2026-07-21");
const FROM_MINIMAL = ["minimal", "low", "medium", "high"];
const FROM_LOW = ["low", "medium", "high"];
const GEMINI_ENDED = { retires: "2026-06-01", successor: "gemini-3.5-flash-lite" };

const GOOGLE_ROWS = rowsOf("model", "google", GEMINI, [
  ["gemini-3.5-flash-lite", { since: "2026-07-21", quality: 1, efforts: FROM_MINIMAL, ...perTokens(SIM, [0.3, 0.03, 2.5]) }],
  // Half the price until 2026-12-31.
  [
    "gemini-3.8-flash",
    { since: "2026-09-02", quality: 3, efforts: FROM_LOW, ...perTokens(GEMINI_PRICING, [1.5, undefined, 7.5]) },
  ],
  // Half the price until 2026-11-30.
  ["gemini-4-argon", { since: "2026-09-30", efforts: FROM_LOW, ...perTokens(GEMINI_4, [4, undefined, 20]) }],
  ["gemini-3.7-flash", { since: "2026-08-13", successor: "gemini-3.8-flash", efforts: FROM_LOW }],
  [
    "gemini-3.6-flash",
    { since: "2026-07-21", successor: "gemini-3.8-flash", efforts: FROM_MINIMAL, ...perTokens(SIM, [1.5, 0.15, 7.5]) },
  ],
  [
    "gemini-3.5-flash",
    { since: "2026-05-19", successor: "gemini-3.8-flash", quality: 2, efforts: FROM_MINIMAL, ...modelsDev(1.5, 0.15, 9) },
  ],
  [
    "gemini-3.1-flash-lite",
    {
      since: "2026-05-07",
      retires: "2027-05-07",
      successor: "gemini-3.5-flash-lite",
      efforts: FROM_MINIMAL,
      ...modelsDev(0.25, 0.025, 1.5),
    },
  ],
  ["gemini-3.1-pro-preview", { since: "2026-02-19", successor: "gemini-4-argon", efforts: FROM_LOW, ...modelsDev(2, 0.2, 12) }],
  [
    "gemini-3-flash-preview",
    { since: "2025-12-17", successor: "gemini-3.5-flash-lite", efforts: FROM_MINIMAL, ...genai(0.5, 0.05, 3) },
  ],
  [
    "gemini-2.5-flash-lite",
    { since: "2025-07-22", successor: "gemini-3.5-flash-lite", ...genai(0.1, 0.01, 0.4), ...answersIn(311) },
  ],
  [
    "gemini-2.5-flash",
    { retires: "2026-12-01", successor: "gemini-3.5-flash-lite", ...genai(0.3, 0.03, 2.5), ...answersIn(477) },
  ],
  ["gemini-2.5-pro", { retires: "2026-12-01", successor: "gemini-3.8-flash", ...genai(1.25, 0.125, 10) }],
  ["gemini-2.0-flash", { ...GEMINI_ENDED, ...genai(0.1, 0.025, 0.4) }],
  ["gemini-2.0-flash-lite", { ...GEMINI_ENDED, ...genai(0.075, undefined, 0.3) }],
  ["gemini-1.5-flash", { ...GEMINI_ENDED, ...genai(0.075, 0.01875, 0.3) }],
  ["gemini-1.5-pro", { ...GEMINI_ENDED, ...genai(1.25, undefined, 5) }],
]);

const GROQ = stated("https://console.groq.com/docs/deprecations", "2026-08-16");
const OSS_EFFORTS = ["low", "medium", "high"];
const GROQ_ENDED = { retires: "2026-08-16", successor: "openai/gpt-oss-20b" };

const GROQ_ROWS = rowsOf("model", "groq", GROQ, [
  ["openai/gpt-oss-120b", { since: "2025-08-05", quality: 1, efforts: OSS_EFFORTS, ...genai(0.15, 0.075, 0.6) }],
  ["openai/gpt-oss-20b", { since: "2025-08-05", efforts: OSS_EFFORTS, ...genai(0.075, 0.0375, 0.3) }],
  ["qwen/qwen3.6-27b"],
  ["llama-3.3-70b-versatile", { retires: "2026-08-16", successor: "openai/gpt-oss-120b", ...genai(0.59, undefined, 0.79) }],
  ["llama-3.1-8b-instant", { ...GROQ_ENDED, ...genai(0.05, undefined, 0.08) }],
  ["gemma2-9b-it", { ...GROQ_ENDED, ...genai(0.2, undefined, 0.2) }],
  ["meta-llama/llama-4-maverick-17b-128e-instruct", { ...GROQ_ENDED, ...genai(0.2, undefined, 0.6) }],
  ["meta-llama/llama-4-scout-17b-16e-instruct", { ...GROQ_ENDED, ...genai(0.11, undefined, 0.34) }],
  ["compound-beta", GROQ_ENDED],
]);

const CEREBRAS = stated("https://inference-docs.cerebras.ai/support/deprecation", "2026-08-22");
const DEEPSEEK = stated("https://api-docs.deepseek.com/quick_start/pricing", "2026-10-27");
const XAI = (page: string, asOf: string) => stated(`https://docs.x.ai/${page}`, asOf);
const XAI_MAY = { retires: "2026-05-15", successor: "grok-4.3", stated: XAI("docs/migration/may-15-retirement", "2026-05-15") };

const OTHER_ROWS = [
  ...rowsOf("model", "cerebras", CEREBRAS, [
    ["gpt-oss-120b", { since: "2025-08-05", quality: 1, efforts: OSS_EFFORTS, ...genai(0.35, undefined, 0.75) }],
    ["zai-glm-4.7", { since: "2026-01-07", ...modelsDev(2.25, undefined, 2.75) }],
    ["gemma-4-31b"],
    ["llama-3.3-70b", { retires: "2026-02-16", successor: "gpt-oss-120b", ...genai(0.85, undefined, 1.2) }],
    ["llama3.1-8b", { retires: "2026-05-27", successor: "gpt-oss-120b", ...genai(0.1, undefined, 0.1) }],
  ]),
  ...rowsOf("model", "deep-seek", DEEPSEEK, [
    // Twice as much on workdays from 01:00 to 04:00 and from 06:00 to 10:00 UTC.
    ["deepseek-flash", { since: "2026-09-10", quality: 2, ...perTokens(DEEPSEEK, [0.15, 0.003, 0.6]) }],
    ["deepseek-v4-pro", { since: "2026-04-01", successor: "deepseek-flash", ...perTokens(DEEPSEEK, [0.66, 0.022, 1.98]) }],
    ["deepseek-v4-flash", { since: "2026-04-01", successor: "deepseek-flash", ...perTokens(DEEPSEEK, [0.15, 0.003, 0.6]) }],
    ["deepseek-chat", { retires: "2026-07-24", successor: "deepseek-flash" }],
    ["deepseek-reasoner", { retires: "2026-07-24", successor: "deepseek-flash" }],
  ]),
  ...rowsOf("model", "xai", XAI("developers/models", "2026-10-27"), [
    ["grok-4.3", { since: "2026-04-30", quality: 2, efforts: ["none", "low", "medium", "high"], ...modelsDev(1.25, 0.2, 2.5) }],
    [
      "grok-4.7",
      { since: "2026-09-21", efforts: ALWAYS_THINKS, ...perTokens(XAI("developers/grok-4-7", "2026-10-27"), [2, 0.5, 6]) },
    ],
    [
      "grok-4.6",
      {
        since: "2026-08-01",
        successor: "grok-4.7",
        efforts: ALWAYS_THINKS,
        ...perTokens(XAI("developers/models", "2026-10-27"), [2, 0.5, 6]),
      },
    ],
    [
      "grok-4.5",
      {
        since: "2026-07-08",
        successor: "grok-4.7",
        efforts: ALWAYS_THINKS,
        ...perTokens(XAI("developers/models", "2026-10-27"), [2, 0.5, 6]),
      },
    ],
    ["grok-4.20-non-reasoning", { since: "2026-03-09" }],
    ["grok-4.20-reasoning", { since: "2026-03-09" }],
    ["grok-4", { ...XAI_MAY, ...genai(3, 0.75, 15) }],
    ["grok-3", { ...XAI_MAY, ...genai(3, 0.75, 15) }],
    ["grok-2", { ...XAI_MAY, ...genai(2, undefined, 10) }],
    ["grok-beta", XAI_MAY],
  ]),
  ...rowsOf("model", "minimax", MODELS_DEV, [
    ["MiniMax-M3", { since: "2026-06-01", ...modelsDev(0.3, 0.06, 1.2) }],
    ["MiniMax-M2.7", genai(0.3, 0.06, 1.2, 0.375)],
  ]),
  ...rowsOf("model", "inflection-ai", stated("https://developers.inflection.ai/docs/api-reference", "2026-09-01"), [
    ["inflection_3_pi"],
  ]),
  ...rowsOf("model", "perplexity-ai", stated("https://docs.perplexity.ai/api-reference/chat-completions-post", "2026-09-01"), [
    ["sonar", { tools: false }],
  ]),
  ...rowsOf("model", "mistral", MODELS_DEV, [
    ["mistral-small-latest", { since: "2026-03-16", ...modelsDev(0.15, undefined, 0.6) }],
    ["mistral-medium-latest", { since: "2026-04-01", quality: 2, ...modelsDev(0.4, undefined, 2) }],
  ]),
  ...rowsOf("model", "fireworks", MODELS_DEV, [["accounts/fireworks/models/gpt-oss-120b", { efforts: OSS_EFFORTS }]]),
  ...rowsOf("model", "baseten", MODELS_DEV, [["openai/gpt-oss-120b", { efforts: OSS_EFFORTS }]]),
  ...rowsOf("model", "cloudflare", MODELS_DEV, [
    ["@cf/openai/gpt-oss-120b", { efforts: OSS_EFFORTS }],
    ["@cf/meta/llama-3.3-70b-instruct-fp8-fast"],
  ]),
  ...rowsOf("model", "sambanova", MODELS_DEV, [["gpt-oss-120b", { efforts: OSS_EFFORTS }], ["Meta-Llama-3.3-70B-Instruct"]]),
];

export const MODEL_ROWS: readonly CatalogRow[] = [...OPENAI_ROWS, ...ANTHROPIC_ROWS, ...GOOGLE_ROWS, ...GROQ_ROWS, ...OTHER_ROWS];

/** Milliseconds to the first token: medians over 24 hours, from one data center in the US, every five minutes. The network is included. */
function answersIn(ms: number): Pick<CatalogRow, "responseMs"> {
  const source = "https://modelstats.ai/blog/llm-api-latency-spikes-what-average-ttft-doesnt-tell-you";
  return { responseMs: { ms, source, asOf: "2026-11-24" } };
}
