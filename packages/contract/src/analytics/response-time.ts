import { z } from "zod";
import { TurnSegment } from "../call/turn.ts";
import { describeRoutes } from "../wire/noun.ts";
import { analyticsNoun } from "./analytics-noun.ts";

/** Parts of a caller's wait that depend on the provider. */
const PARTS = ["transcriber", "model", "voice"] as const;

/** How long the organization's callers waited for one configuration of a part, in recent calls. Callwright only. */
export const ResponseTime = z.object({
  /** `transcriber`: from the end of speech to the decision that the caller is done. `model`: to the first token. `voice`: to the first sound sent. */
  part: z.enum(PARTS),
  provider: z.string(),
  /** The name in the assistant. Absent if it has none. */
  model: z.string().optional(),
  /** In milliseconds. */
  medianMs: z.number().int(),
  /** What the part does in this time; they add up to it. */
  segments: z.array(TurnSegment),
  /** How many turns the median is of. */
  turns: z.number().int(),
});
export type ResponseTime = z.infer<typeof ResponseTime>;

export const responseTimeRoutes = describeRoutes(analyticsNoun.addresses, {
  listResponseTimes: {
    response: z.array(ResponseTime),
    summary: "List the response times of models, voices and transcribers in recent calls",
  },
});
