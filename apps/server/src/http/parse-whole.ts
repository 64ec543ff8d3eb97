import { PlatformError, validationProblems } from "@callwright/contract";
import type { z } from "zod";

/** A value that fits the schema. Fails with `validation-failed`. */
export function parseWhole<Parsed>(schema: z.ZodType<Parsed>, value: unknown, whole: "body" | "query" = "body"): Parsed {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new PlatformError("validation-failed", {}, { problems: validationProblems(parsed.error, whole) });
  return parsed.data;
}
