import { z } from "zod";

/** What was worked out about a call after it ended. */
export const CallAnalysis = z.looseObject({
  summary: z.string().optional(),
  structuredData: z.record(z.string(), z.unknown()).optional(),
  structuredDataMulti: z.array(z.record(z.string(), z.unknown())).optional(),
  /** In the words of the rubric: `true`, `7`, `Excellent`, … */
  successEvaluation: z.string().optional(),
});
export type CallAnalysis = z.infer<typeof CallAnalysis>;

/** Where a running call can be listened to and steered. */
export const CallMonitor = z.looseObject({
  /** A WebSocket with its sound. */
  listenUrl: z.string().optional(),
  /** Takes control messages by POST, with the bearer of an editor. Of a running call. */
  controlUrl: z.string().optional(),
});
export type CallMonitor = z.infer<typeof CallMonitor>;

/** How many calls the organisation could still begin. */
export const SubscriptionLimits = z.looseObject({
  /** Was this call held back by the limit? */
  concurrencyBlocked: z.boolean(),
  concurrencyLimit: z.number().optional(),
  remainingConcurrentCalls: z.number().optional(),
});
export type SubscriptionLimits = z.infer<typeof SubscriptionLimits>;
