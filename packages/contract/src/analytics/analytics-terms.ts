/** The tables of analytics queries. */
export const ANALYTICS_TABLES = ["call", "subscription"] as const;
/** `p50`, `p95`: percentiles. Callwright only. */
export const ANALYTICS_OPERATIONS = ["sum", "avg", "count", "min", "max", "history", "p50", "p95"] as const;
export const ANALYTICS_GROUPS = ["type", "assistantId", "endedReason", "analysis.successEvaluation", "status"] as const;

export const ANALYTICS_COLUMNS = [
  "id",
  "cost",
  "costBreakdown.llm",
  "costBreakdown.stt",
  "costBreakdown.tts",
  "costBreakdown.vapi",
  "costBreakdown.transport",
  "costBreakdown.analysisBreakdown.summary",
  "costBreakdown.transcriber",
  "costBreakdown.ttsCharacters",
  "costBreakdown.llmPromptTokens",
  "costBreakdown.llmCompletionTokens",
  "costBreakdown.llmCachedPromptTokens",
  "duration",
  "concurrency",
  "minutesUsed",
  /** From here on Callwright only. Milliseconds: the median wait of a call's turns, and the means of its parts. */
  "responseTime",
  "responseTime.endpointing",
  "responseTime.transcript",
  "responseTime.model",
  "responseTime.tool",
  "responseTime.voice",
  "responseTime.transport",
  "toolCalls",
  "toolErrors",
] as const;

export const ANALYTICS_STEPS = [
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
  "decade",
  "century",
  "millennium",
] as const;
