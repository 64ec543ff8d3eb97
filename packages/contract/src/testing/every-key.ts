import type { z } from "zod";
import { isFields } from "../wire/fields.ts";

type Schema = z.core.$ZodType;

interface Walk {
  missing: Set<string>;
  /** Visited schemas, so that recursion ends, and schemas that other samples cover. */
  done: ReadonlySet<Schema>;
}

/**
 * The keys of `schema` that no sample has, as paths (`voice.chunkPlan.enabled`, `hooks[].do`), and the union members
 * without a sample. Schemas in `coveredElsewhere` have their own samples and are skipped.
 */
export function missingKeys(schema: Schema, samples: readonly unknown[], coveredElsewhere: readonly Schema[] = []): string[] {
  const missing = new Set<string>();
  visit(schema, samples, "", { missing, done: new Set(coveredElsewhere) });
  return [...missing];
}

function visit(schema: Schema, values: readonly unknown[], path: string, walk: Walk): void {
  if (walk.done.has(schema)) return;
  const inner: Walk = { ...walk, done: new Set(walk.done).add(schema) };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object") visitObject(def.shape, values, path, inner);
  else if (def.type === "union") visitUnion(def.options, values, path, inner);
  else if (def.type === "array") visit(def.element, values.flatMap(entriesOf), `${path}[]`, inner);
  else if (def.type === "record") visit(def.valueType, values.flatMap(valuesOf), `${path}{}`, inner);
  else for (const wrapped of wrappedBy(def)) visit(wrapped, values, path, inner);
}

/** The inner schemas of a wrapper without keys. */
function wrappedBy(def: z.core.$ZodTypes["_zod"]["def"]): Schema[] {
  if ("innerType" in def) return [def.innerType];
  if (def.type === "lazy") return [def.getter()];
  if (def.type === "pipe") return [def.in];
  if (def.type === "intersection") return [def.left, def.right];
  return [];
}

function visitObject(shape: Readonly<Record<string, Schema>>, values: readonly unknown[], path: string, walk: Walk): void {
  const objects = values.filter(isFields);
  for (const [key, field] of Object.entries(shape)) {
    const at = path === "" ? key : `${path}.${key}`;
    const found = objects.map((object) => object[key]).filter((value) => value !== undefined);
    if (found.length === 0) walk.missing.add(at);
    else visit(field, found, at, walk);
  }
}

/** One sample is enough for plain values. Each object type needs its own, unless it is covered elsewhere. */
function visitUnion(options: readonly Schema[], values: readonly unknown[], path: string, walk: Walk): void {
  for (const [index, option] of options.entries()) {
    if (walk.done.has(option)) continue;
    const own = values.filter((value) => accepts(option, value));
    if (own.length > 0) visit(option, own, path, walk);
    else if ((option as z.core.$ZodTypes)._zod.def.type === "object") walk.missing.add(`${path}<${nameOf(option) ?? index}>`);
  }
}

/** The value of a union member's discriminator: its first field with only one allowed value. */
function nameOf(option: Schema): string | undefined {
  const { def } = (option as z.core.$ZodTypes)._zod;
  if (def.type !== "object") return undefined;
  for (const field of Object.values(def.shape)) {
    const values = field._zod.values;
    if (values?.size === 1) return String([...values][0]);
  }
  return undefined;
}

export function accepts(schema: Schema, value: unknown): boolean {
  return !(schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload).issues.length;
}

function entriesOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function valuesOf(value: unknown): unknown[] {
  return isFields(value) ? Object.values(value) : [];
}
