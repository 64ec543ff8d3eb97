import type { ResponseTime } from "@callwright/contract";

/** A figure that somebody else published. It stands in for an organization's own calls until there are some. */
export interface PublishedTime extends Pick<ResponseTime, "part" | "provider" | "model"> {
  /** In milliseconds. What exactly was measured differs between sources, and network time is often left out. */
  ms: number;
  source: string;
  /** The day on which the page was read, ISO 8601. */
  readOn: string;
}

/** Median times to the first token over 24 hours, from one data center in the US, every five minutes. */
const MODEL_STATS = {
  source: "https://modelstats.ai/blog/llm-api-latency-spikes-what-average-ttft-doesnt-tell-you",
  readOn: "2026-11-24",
};

const MODELS: readonly [provider: string, model: string, ms: number][] = [
  ["google", "gemini-2.5-flash-lite", 311],
  ["google", "gemini-2.5-flash", 477],
  ["openai", "gpt-4o-mini", 536],
  ["openai", "gpt-4o", 639],
  ["openai", "gpt-4.1-mini", 661],
  ["openai", "gpt-4.1", 726],
  ["anthropic", "claude-haiku-4-5-20251001", 541],
  ["anthropic", "claude-sonnet-4-6", 941],
  ["anthropic", "claude-opus-4-6", 1626],
];

/** Only figures with a source. A configuration without one is shown as unknown. */
export const PUBLISHED_TIMES: readonly PublishedTime[] = [
  ...MODELS.map(([provider, model, ms]): PublishedTime => ({ part: "model", provider, model, ms, ...MODEL_STATS })),
  {
    ...{ part: "voice", provider: "11labs", model: "eleven_flash_v2_5", ms: 75 },
    ...{ source: "https://elevenlabs.io/docs/overview/models", readOn: "2026-11-24" },
  },
  {
    ...{ part: "voice", provider: "cartesia", model: "sonic-2", ms: 90 },
    ...{ source: "https://docs.cartesia.ai/2024-11-13/build-with-cartesia/models", readOn: "2026-11-24" },
  },
  // From the end of speech to the end of the turn.
  ...["flux-general-en", "flux-general-multi"].map(
    (model): PublishedTime => ({
      ...{ part: "transcriber", provider: "deepgram", model, ms: 260 },
      ...{ source: "https://developers.deepgram.com/docs/flux/quickstart", readOn: "2026-11-24" },
    }),
  ),
];
