import { z } from "zod";

/** A repeatable parameter. A single value becomes a list of one. */
export function repeatable<Value extends z.ZodType>(value: Value) {
  return z.union([z.array(value).max(1000), value.transform((one) => [one])]);
}

/** An object, sent as JSON text. */
export function jsonParameter<Value extends z.ZodType>(value: Value) {
  const text = z.string().max(10_000).transform(parseJson).pipe(value);
  return z.union([value, text]);
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "must be an object as JSON" });
    return z.NEVER;
  }
}

/** Comma-separated values: `a,b`. */
export const CommaSeparated = z.string().max(40_000);
