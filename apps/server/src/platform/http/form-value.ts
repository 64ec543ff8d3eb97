import { z } from "zod";
import type { FormPart } from "./form-reader.ts";

type Value = FormPart["value"];

/**
 * What the parts of a form say, as a value that `schema` can check. A form knows only texts and files: a part whose field takes no text
 * is JSON, and parts of one name, or one part whose field takes a list, are a list.
 */
export function formValue(schema: z.ZodType, parts: readonly FormPart[]): Record<string, unknown> {
  const fields: Record<string, unknown> = schema instanceof z.ZodObject ? schema.shape : {};
  const byName = new Map<string, Value[]>();
  for (const { name, value } of parts) byName.set(name, [...(byName.get(name) ?? []), value]);
  const fieldOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return Object.fromEntries([...byName].map(([name, values]) => [name, fieldValue(fieldOf(name), values)]));
}

function fieldValue(schema: unknown, values: readonly Value[]): unknown {
  const [first] = values;
  const readings = values.length > 1 ? [values, values.map(fromJson)] : [first, fromJson(first), [first], [fromJson(first)]];
  const fitting = schema instanceof z.ZodType ? readings.find((reading) => schema.safeParse(reading).success) : undefined;
  if (fitting !== undefined) return fitting;
  // Nothing fits: an object is told what is wrong inside of it, everything else that it is a text.
  const [plain, json] = readings;
  return typeof json === "object" ? json : plain;
}

function fromJson(value: Value | undefined): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
