import { CreateAssistant } from "@callwright/contract";
import { z } from "zod";

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a dotted path, `startSpeakingPlan.waitSeconds`; undefined where the path ends early. */
export function readPath(config: object, path: string): unknown {
  let value: unknown = config;
  for (const key of path.split(".")) value = isFields(value) ? value[key] : undefined;
  return value;
}

/** A copy with the value at a dotted path set; undefined removes the field, and the objects it leaves empty. */
export function writePath<Config extends object>(config: Config, path: string, value: unknown): Config {
  return (write({ ...config } as Fields, path.split("."), value) ?? {}) as Config;
}

function write(fields: Fields, [key = "", ...rest]: string[], value: unknown): Fields | undefined {
  const next = { ...fields };
  const child = next[key];
  const written = rest.length === 0 ? value : write(isFields(child) ? child : {}, rest, value);
  if (written === undefined) delete next[key];
  else next[key] = written;
  return Object.keys(next).length > 0 ? next : undefined;
}

/** What the contract allows at a dotted path: least and greatest number, or most characters. */
export interface FieldLimits {
  min: number | undefined;
  max: number | undefined;
  maxCharacters: number | undefined;
}

/** Throws when the contract has no such field: a setting that is not there is a bug. */
export function limitsAt(path: string): FieldLimits {
  let schema: unknown = CreateAssistant;
  for (const key of path.split(".")) {
    const shape: Fields = schema instanceof z.ZodObject ? schema.shape : {};
    schema = shape[key];
    while (schema instanceof z.ZodOptional) schema = schema.unwrap();
  }
  if (!(schema instanceof z.ZodType)) throw new Error(`The contract has no assistant field ${path}.`);
  return {
    min: schema instanceof z.ZodNumber ? (schema.minValue ?? undefined) : undefined,
    max: schema instanceof z.ZodNumber ? (schema.maxValue ?? undefined) : undefined,
    maxCharacters: schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined,
  };
}
