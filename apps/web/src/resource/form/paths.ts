import { isFields } from "@callwright/contract";
import { schemasAt } from "../json/schema-at.ts";
import { type JsonSchema, resolved } from "./json-schema.ts";
import { type ObjectFieldSchema, shapeOf } from "./shape.ts";

/** The value at a dotted path, `startSpeakingPlan.waitSeconds`; undefined if the path does not exist. */
export function readPath(whole: object, path: string): unknown {
  let value: unknown = whole;
  for (const key of path.split(".")) value = isFields(value) ? value[key] : undefined;
  return value;
}

/** A copy with the value at a dotted path set. Undefined removes the field, and parent objects left empty. */
export function writePath<Whole extends object>(whole: Whole, path: string, value: unknown): Whole {
  return (write({ ...whole } as Record<string, unknown>, path.split("."), value) ?? {}) as Whole;
}

function write(fields: Record<string, unknown>, [key = "", ...rest]: string[], value: unknown): object | undefined {
  const next = { ...fields };
  const child = next[key];
  const written = rest.length === 0 ? value : write(isFields(child) ? child : {}, rest, value);
  if (written === undefined) delete next[key];
  else next[key] = written;
  return Object.keys(next).length > 0 ? next : undefined;
}

/** The schema of the field at a dotted path. In a union, that of the alternative that `whole` has. Undefined: no such field. */
export function schemaAtPath(root: JsonSchema, whole: object, path: string): JsonSchema | undefined {
  const keys = path.split(".");
  const name = keys.at(-1) ?? "";
  const holders = schemasAt(root, root, keys.slice(0, -1), whole);
  const holder = holders.find(({ properties = {} }) => name in properties);
  return holder && resolved(holder.properties?.[name], root);
}

/** The fields of the object at a dotted path. In a union, those of the alternative that `whole` has. */
export function fieldsAt(root: JsonSchema, whole: object, path: string): readonly ObjectFieldSchema[] {
  const shapes = schemasAt(root, root, path.split("."), whole).map((schema) => shapeOf(schema, "", root));
  return shapes.flatMap((shape) => (shape.kind === "object" ? shape.fields : []));
}
