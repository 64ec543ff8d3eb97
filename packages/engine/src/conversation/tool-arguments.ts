import type { JsonSchema } from "@callwright/contract";
import { compileSchema } from "../foreign-text/schema-check.ts";

type Fields = Record<string, unknown>;
type Check = (value: unknown) => string[];

/** Maximum checked parts of a schema. A larger one is not checked, because MCP servers choose their schemas. */
const PARTS_MAX = 2_000;
/** Maximum checked depth of a schema. Deeper values may be anything. */
const DEPTH_MAX = 20;
/** The limit of all patterns of a schema for one call, in steps, on the thread that also plays sound: about 10 ms. */
const PATTERN_STEPS = 3_000_000;
/** So many problems are reported to the model at once. */
const TOLD_PROBLEMS = 5;
/**
 * Checked keywords: their cost is proportional to the value's length. Alternatives and references could take any time, and a `format` is only a hint
 * by the standard: servers may require more than models can satisfy.
 */
const CHECKED = ["enum", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "default"] as const;

/** The converted arguments, or their problems, as sentences for the model. */
export type ReadArguments = { given: Fields } | { problems: string[] };

/**
 * Reads a call's arguments by the schema of its tool. A value of another type is turned into the right one where that is certain: "2" → 2, "true" → true,
 * 5 → "5", "a" → ["a"]; null or "" for an optional one is left out.
 */
export function readArguments(parameters: Fields, given: Fields): ReadArguments {
  const { schema, check } = openSchema(parameters);
  if (!schema) return { given };
  const fitting = coerce(schema, given) as Fields;
  const missing = (schema.required ?? []).filter((name) => fitting[name] === undefined && !hasDefault(schema.properties?.[name]));
  const wrong = check?.(fitting).filter((problem) => !missing.some((name) => problem.startsWith(`${name}: `))) ?? [];
  const problems = [...missing.map((name) => `${name} is missing${expected(schema.properties?.[name])}`), ...wrong];
  return problems.length === 0 ? { given: fitting } : { problems: problems.slice(0, TOLD_PROBLEMS) };
}

/** The tool has a default for it. */
const hasDefault = (schema: JsonSchema | undefined) => schema?.default !== undefined;

function expected(schema: JsonSchema | undefined): string {
  return schema?.type === undefined ? "" : `: it must be of the type ${[schema.type].flat().join(" or ")}`;
}

interface OpenedSchema {
  /** Absent: it is too large to be looked at. */
  schema?: JsonSchema;
  /** Absent: the arguments cannot be checked. */
  check?: Check;
}

/** A tool is called many times in a conversation. */
const opened = new WeakMap<Fields, OpenedSchema>();

function openSchema(parameters: Fields): OpenedSchema {
  let known = opened.get(parameters);
  if (!known) {
    const schema = plain({ ...parameters, type: "object" }, { left: PARTS_MAX });
    const check = schema && compileSchema(schema, PATTERN_STEPS);
    known = { ...(schema && { schema }), ...(typeof check === "function" && { check }) };
    opened.set(parameters, known);
  }
  return known;
}

/** The checked part of a schema; undefined where it is too large. */
function plain(schema: unknown, budget: { left: number }, depth = 0): JsonSchema | undefined {
  budget.left -= 1;
  if (budget.left < 0) return undefined;
  if (!isFields(schema) || depth > DEPTH_MAX) return {} as JsonSchema;
  const { type, pattern, properties, items, required } = schema;
  const kept: Fields = Object.fromEntries(CHECKED.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])));
  if (typeof type === "string") kept.type = type;
  // A repeated type would double the work on each level.
  if (Array.isArray(type)) kept.type = [...new Set(type.filter((each) => typeof each === "string"))];
  if (type === "string" && typeof pattern === "string") kept.pattern = pattern;
  if (isFields(items)) kept.items = plain(items, budget, depth + 1);
  if (isFields(properties)) {
    const names = Object.keys(properties);
    kept.properties = Object.fromEntries(names.map((name) => [name, plain(properties[name], budget, depth + 1)]));
  }
  if (Array.isArray(required)) kept.required = required.filter((name) => typeof name === "string");
  return budget.left < 0 ? undefined : (kept as JsonSchema);
}

function coerce(schema: JsonSchema, value: unknown): unknown {
  const types = [schema.type].flat();
  if (schema.type === undefined || types.some((type) => isOf(type, value))) return within(schema, value);
  for (const type of types) {
    const turned = turn(type, value, schema);
    if (turned !== undefined) return within(schema, turned);
  }
  return value;
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isFields(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

/** The value converted to the type; undefined if that is ambiguous. */
function turn(type: string, value: unknown, { items }: JsonSchema): unknown {
  switch (type) {
    case "integer":
    case "number": {
      if (typeof value !== "string" || !/^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value)) return undefined;
      const number = Number(value);
      return type === "number" || Number.isInteger(number) ? number : undefined;
    }
    case "boolean": {
      const word = typeof value === "string" ? value.trim().toLowerCase() : "";
      return word === "true" ? true : word === "false" ? false : undefined;
    }
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "object":
      return parsed(value, isFields);
    case "array":
      return parsed(value, Array.isArray) ?? (value === null || value === "" ? undefined : alone(value, items));
    default:
      return undefined;
  }
}

/** A single value in place of a list. */
function alone(value: unknown, items: JsonSchema | undefined): unknown[] | undefined {
  if (items?.type === undefined) return isFields(value) ? undefined : [value];
  const entry = coerce(items, value);
  return [items.type].flat().some((type) => isOf(type, entry)) ? [entry] : undefined;
}

/** A list or an object that was written as JSON text. */
function parsed(value: unknown, isWanted: (value: unknown) => boolean): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    const read: unknown = JSON.parse(value);
    return isWanted(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function within({ items, properties, required = [] }: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((each) => coerce(items, each)) : value;
  if (!isFields(value) || !properties) return value;
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) return [[name, each]];
    const turned = coerce(schema, each);
    return isLeftOut(schema, turned) && !required.includes(name) ? [] : [[name, turned]];
  });
  return Object.fromEntries(entries);
}

/** Models write null, or an empty text, for omitted arguments. */
function isLeftOut({ type, enum: choices }: JsonSchema, value: unknown): boolean {
  const types = [type].flat();
  if (value === null) return type !== undefined && !(types as string[]).includes("null");
  return value === "" && type !== undefined && (!types.includes("string") || (choices !== undefined && !choices.includes("")));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
