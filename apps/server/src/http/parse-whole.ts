import { PlatformError, readWritten, type Warning } from "@callwright/contract";
import type { z } from "zod";

const warnings = new WeakMap<object, Warning[]>();

/** A value that fits the schema, read as `readWritten` does. Fails with `validation-failed`. */
export function parseWhole<Parsed>(schema: z.ZodType<Parsed>, value: unknown, whole: "body" | "query" = "body"): Parsed {
  const read = readWritten(schema, value, whole);
  if (!read.ok) throw new PlatformError("validation-failed", {}, { problems: read.problems });
  addReadWarnings(read.value, read.warnings);
  return read.value;
}

/** What `parseWhole` found in a value, or in what it was made of. */
export function readWarnings(value: unknown): Warning[] {
  return (isObject(value) && warnings.get(value)) || [];
}

/** The answer to a write has them, when this is its body or its answer. */
export function addReadWarnings(value: unknown, added: readonly Warning[]): void {
  if (isObject(value) && added.length > 0) warnings.set(value, [...readWarnings(value), ...added]);
}

/** Of a field that clients read and do not write. */
export const serverWrites = (field: string): Warning => ({ field, message: "Written by the server, no effect." });

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
