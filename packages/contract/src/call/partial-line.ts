import { z } from "zod";

/** A line that is still being spoken: see `unfinishedLines`. */
export const PartialLine = z.object({
  role: z.enum(["user", "assistant"]),
  /** The whole line so far. Empty when the line is withdrawn. */
  text: z.string(),
  /** Milliseconds on the call's clock. */
  startMs: z.number(),
  /** `seq` of the call's next event. The first spoken `…said` event of this role from there on replaces the line. */
  seq: z.number(),
});
export type PartialLine = z.infer<typeof PartialLine>;
