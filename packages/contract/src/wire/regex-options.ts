import { z } from "zod";

export const RegexOptions = z
  .array(
    z.strictObject({
      type: z.enum(["ignore-case", "whole-word", "multi-line"]),
      enabled: z.boolean().meta({ default: false }),
    }),
  )
  .max(10);
export type RegexOptions = z.infer<typeof RegexOptions>;
