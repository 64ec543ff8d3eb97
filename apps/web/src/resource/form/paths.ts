import { CreateAssistant } from "@callwright/contract";
import { jsonSchemaOf } from "../../../resource/form/json-schema.ts";
import { type ObjectFieldSchema, shapeOf } from "../../../resource/form/shape.ts";
import { schemasAt } from "../../../resource/json/schema-at.ts";

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a dotted path, `startSpeakingPlan.waitSeconds`; undefined if the path does not exist. */
export function readPath(config: object, path: string): unknown {
  let value: unknown = config;
  for (const key of path.split(".")) value = isFields(value) ? value[key] : undefined;
  return value;
}

/** A copy with the value at a dotted path set. Undefined removes the field, and parent objects left empty. */
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

/** The limits at a dotted path: minimum and maximum, or maximum length. */
export interface FieldLimits {
  min: number | undefined;
  max: number | undefined;
  maxCharacters: number | undefined;
}

/** The schema of an assistant. */
export const CONTRACT = jsonSchemaOf(CreateAssistant);

/** In a union (`model`, `voice`, …), the limits of the alternative in `config`. Undefined for a field without limits. */
export function limitsAt(config: object, path: string): FieldLimits {
  const keys = path.split(".");
  const shapes = schemasAt(CONTRACT, CONTRACT, keys, config).map((schema) => shapeOf(schema, keys.at(-1) ?? "", CONTRACT));
  const number = shapes.find((shape) => shape.kind === "number");
  const text = shapes.find((shape) => shape.kind === "text");
  return { min: number?.min, max: number?.max, maxCharacters: text?.maxCharacters };
}

/** Does the contract have a field at a dotted path? False if its parent is missing in `config`. */
export function hasField(config: object, path: string): boolean {
  const keys = path.split(".");
  const around = keys.slice(0, -1);
  if (readPath(config, around.join(".")) === undefined) return false;
  return schemasAt(CONTRACT, CONTRACT, around, config).some(({ properties = {} }) => (keys.at(-1) ?? "") in properties);
}

/** The contract's fields of the object at a dotted path. Of a union, those of the alternative in `config`. */
export function fieldsAt(config: object, path: string): readonly ObjectFieldSchema[] {
  const shapes = schemasAt(CONTRACT, CONTRACT, path.split("."), config).map((schema) => shapeOf(schema, "", CONTRACT));
  return shapes.flatMap((shape) => (shape.kind === "object" ? shape.fields : []));
}
