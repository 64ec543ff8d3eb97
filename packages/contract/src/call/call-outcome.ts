import { z } from "zod";

/** The analysis of an ended call. */
export const CallAnalysis = z.looseObject({
  summary: z.string().optional(),
  structuredData: z.record(z.string(), z.unknown()).optional(),
  structuredDataMulti: z.array(z.record(z.string(), z.unknown())).optional(),
  /** A value of the rubric: `true`, `7`, `Excellent`, … */
  successEvaluation: z.string().optional(),
});
export type CallAnalysis = z.infer<typeof CallAnalysis>;

/** URLs to listen to a running call and to control it. */
export const CallMonitor = z.looseObject({
  /** A WebSocket with the call's audio. */
  listenUrl: z.string().optional(),
  /** Takes control messages by POST, with the bearer of an editor. Only while the call runs. */
  controlUrl: z.string().optional(),
});
export type CallMonitor = z.infer<typeof CallMonitor>;

/** How many more calls the organization could start. */
export const SubscriptionLimits = z.looseObject({
  /** The limit blocked this call. */
  concurrencyBlocked: z.boolean(),
  concurrencyLimit: z.number().optional(),
  remainingConcurrentCalls: z.number().optional(),
});
export type SubscriptionLimits = z.infer<typeof SubscriptionLimits>;
