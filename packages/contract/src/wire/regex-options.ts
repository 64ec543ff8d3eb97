import { z } from "zod";
import { objectList } from "./objects.ts";

export const RegexOptions = objectList(10, {
  type: z.enum(["ignore-case", "whole-word", "multi-line"]),
  enabled: z.boolean().meta({ default: false }),
});
export type RegexOptions = z.infer<typeof RegexOptions>;
