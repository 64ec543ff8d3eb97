import { z } from "zod";

const tokens = { promptTokens: z.number(), completionTokens: z.number(), cachedPromptTokens: z.number().optional() };
/** US dollars. */
const cost = z.number();
/** The configuration that ran. */
const What = z.record(z.string(), z.unknown());
const minutes = z.number();

/** One item of the cost. */
export const Cost = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("transport"), provider: z.string().optional(), minutes, cost }),
  z.looseObject({ type: z.literal("transcriber"), transcriber: What, minutes, cost }),
  z.looseObject({ type: z.literal("model"), model: What, ...tokens, cost }),
  z.looseObject({ type: z.literal("voice"), voice: What, characters: z.number(), cost }),
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
    analysisType: z.enum(["summary", "structuredData", "successEvaluation", "structuredOutput"]),
    model: What,
    ...tokens,
    cost,
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
  /** `summary`, `summaryPromptTokens`, `summaryCompletionTokens`, and so on for each analysis. */
  analysisCostBreakdown: z.record(z.string(), z.unknown()).optional(),
});
export type CostBreakdown = z.infer<typeof CostBreakdown>;
