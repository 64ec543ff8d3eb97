import { invalid, type ReadOptions, readWritten, type Warning } from "@callwright/contract";
import type { z } from "zod";

const warnings = new WeakMap<object, Warning[]>();
const parts = new WeakMap<object, ReadonlySet<string>>();

/** A value that fits the schema, read as `readWritten` does. Fails with `validation-failed`. */
export function parseWhole<Parsed>(schema: z.ZodType<Parsed>, value: unknown, options: ReadOptions = {}): Parsed {
  const read = readWritten(schema, value, options);
  if (!read.ok) throw invalid(...read.problems);
  addReadWarnings(read.value, read.warnings);
  if (isObject(read.value)) parts.set(read.value, read.parts);
  return read.value;
}

/**
 * A stored value with a change applied, by top-level field; null clears one. If only older names wrote a field, the rest of that field stays:
 * `serverUrl` does not change the server's headers. `parsed`: the result of `parseWhole`, if the change comes from it.
 */
export function withChange<Fields extends object>(stored: Fields, change: object, parsed = change): Fields {
  const ofParts = parts.get(parsed);
  const changed = Object.entries(change).map(([name, value]) => {
    const before = (stored as Record<string, unknown>)[name];
    return [name, ofParts?.has(name) ? withPart(before, value) : value];
  });
  const all = Object.entries({ ...stored, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined)) as Fields;
}

function withPart(stored: unknown, part: unknown): unknown {
  if (!isObject(stored) || !isObject(part) || Array.isArray(stored) || Array.isArray(part)) return part;
  const before = stored as Record<string, unknown>;
  return { ...before, ...Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withPart(before[name], value)])) };
}

/** The warnings that `parseWhole` found in a value, or in its source. */
export function readWarnings(value: unknown): Warning[] {
  return (isObject(value) && warnings.get(value)) || [];
}

/** The response to a write contains them, if this is its body or its answer. */
export function addReadWarnings(value: unknown, added: readonly Warning[]): void {
  if (isObject(value) && added.length > 0) warnings.set(value, [...readWarnings(value), ...added]);
}

/** A warning for a field that clients read and do not write. */
export const serverWrites = (field: string): Warning => ({ field, message: "Written by the server, no effect." });

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
