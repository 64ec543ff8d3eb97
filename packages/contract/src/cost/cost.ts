import { z } from "zod";
import { PRICE_UNITS, PRICED_PARTS } from "./priced-units.ts";
import { Usage } from "./usage.ts";

const tokens = { promptTokens: z.number(), completionTokens: z.number(), cachedPromptTokens: z.number().optional() };
/** US dollars. */
const cost = z.number();
/** The configuration that ran. */
const What = z.record(z.string(), z.unknown());
const minutes = z.number();

/** How a part of an item's cost was computed. Callwright only. */
const PricedAmount = z.object({
  unit: z.enum(PRICE_UNITS),
  /** Tokens, characters or minutes. */
  quantity: z.number(),
  /** The price of one unit, in US dollars. */
  usd: z.number(),
  /** Address of the page with the price. Absent for the organization's own price. */
  source: z.string().optional(),
  /** The day of the price, ISO 8601. */
  asOf: z.string(),
});
export type PricedAmount = z.infer<typeof PricedAmount>;

const explained = {
  /** Callwright only. */
  prices: z.array(PricedAmount).optional(),
  /** It ran on this server, so it costs nothing. Callwright only. */
  local: z.boolean().optional(),
};

/** Parts of the analysis of a call. */
export const ANALYSIS_TYPES = ["summary", "structuredData", "successEvaluation", "structuredOutput"] as const;
export type AnalysisType = (typeof ANALYSIS_TYPES)[number];

/** One item of the cost. */
export const Cost = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("transport"), provider: z.string().optional(), minutes, cost, ...explained }),
  z.looseObject({ type: z.literal("transcriber"), transcriber: What, minutes, cost, ...explained }),
  z.looseObject({
    type: z.literal("model"),
    model: What,
    ...tokens,
    cost,
    ...explained,
    /** Requests for which the provider did not report tokens. They are not in the cost. Callwright only. */
    uncountedRequests: z.number().optional(),
  }),
  z.looseObject({ type: z.literal("voice"), voice: What, characters: z.number(), cost, ...explained }),
  z.looseObject({ type: z.literal("vapi"), subType: z.enum(["normal", "overage"]), minutes, cost }),
  z.looseObject({
    type: z.literal("voicemail-detection"),
    model: What,
    provider: z.string(),
    promptTextTokens: z.number(),
    promptAudioTokens: z.number(),
    completionTextTokens: z.number(),
    completionAudioTokens: z.number(),
    cost,
  }),
  z.looseObject({
    type: z.literal("analysis"),
    analysisType: z.enum(ANALYSIS_TYPES),
    model: What,
    ...tokens,
    cost,
    ...explained,
  }),
  z.looseObject({ type: z.literal("knowledge-base"), model: What, ...tokens, cost }),
  z.looseObject({ type: z.literal("chat"), cost }),
  z.looseObject({ type: z.literal("session"), cost }),
]);
export type Cost = z.infer<typeof Cost>;

const amount = z.number().optional();

/** A call's cost in US dollars by item. Tokens and characters are counts. */
export const CostBreakdown = z.looseObject({
  transport: amount,
  stt: amount,
  llm: amount,
  tts: amount,
  vapi: amount,
  chat: amount,
  total: amount,
  llmPromptTokens: amount,
  llmCompletionTokens: amount,
  llmCachedPromptTokens: amount,
  ttsCharacters: amount,
  /** `summary`, `summaryPromptTokens`, `summaryCompletionTokens`, and the same for each analysis. */
  analysisCostBreakdown: z.record(z.string(), z.unknown()).optional(),
});
export type CostBreakdown = z.infer<typeof CostBreakdown>;

/** Usage without a known price. No sum includes it. */
export const UnknownCost = Usage.extend({
  part: z.enum(PRICED_PARTS),
  /** What the analysis of the call used it for. */
  analysisType: z.enum(ANALYSIS_TYPES).optional(),
  /** The prices that would be needed. */
  missing: z.array(z.enum(PRICE_UNITS)),
});
export type UnknownCost = z.infer<typeof UnknownCost>;

/** The cost of a conversation. */
export const CostFields = {
  /** US dollars. */
  cost: z.number().optional(),
  costs: z.array(Cost).optional(),
  /** Usage without a known price. Callwright only. */
  costUnknown: z.array(UnknownCost).optional(),
};
