import { z } from "zod";
import { type Fields, isFields } from "../wire/fields.ts";
import { accepts } from "./every-key.ts";
import { ANYTHING, NUMBERS, SAMPLE_VALUES, TEXTS } from "./sample-values.ts";

type Schema = z.core.$ZodType;

/** A short value of a schema that has its own samples, for its places inside other schemas. */
export type ShortValues = ReadonlyMap<Schema, unknown>;

interface Place {
  short: ShortValues;
  /** The outer schemas, so that recursion ends. */
  around: readonly Schema[];
  /** The names of the last two fields of the path. */
  parent: string;
  field: string;
}

/**
 * Samples of a schema that together have every field, and every member of each union. `parse` returns each of them unchanged. Fields that a rule
 * forbids together are in different samples.
 */
export function samplesOf<Kind extends z.ZodType>(schema: Kind, short: ShortValues = new Map()): z.output<Kind>[] {
  return variants(schema, { short, around: [], parent: "", field: "" }).map((value) => schema.parse(value));
}

function variants(schema: Schema, place: Place): unknown[] {
  const { short, around, parent, field } = place;
  if (around.length > 0 && short.has(schema)) return [short.get(schema)];
  for (const name of [`${parent}.${field}`, field])
    if (Object.hasOwn(SAMPLE_VALUES, name) && accepts(schema, SAMPLE_VALUES[name])) return [SAMPLE_VALUES[name]];
  if (around.includes(schema)) return [];
  const inner: Place = { ...place, around: [...around, schema] };
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return objects(schema as z.core.$ZodObject, inner);
    case "union":
      return def.options.flatMap((option) => variants(option, inner)).flatMap((value) => apart(schema, value));
    case "array":
      return list(schema, onePlain(variants(def.element, inner)));
    case "record": {
      const key = TEXTS.find((text) => accepts(def.keyType, text)) ?? "";
      return onePlain(variants(def.valueType, { ...inner, parent: field, field: "" })).map((value) => ({ [key]: value }));
    }
    case "intersection":
      return zip({ left: variants(def.left, inner), right: variants(def.right, inner) }).map(({ left, right }) =>
        Object.assign({}, left, right),
      );
    case "unknown":
      return [ANYTHING];
    case "lazy":
      return variants(def.getter(), inner);
    case "pipe":
      return variants(def.in, inner);
    default:
      return "innerType" in def ? notDefault(schema, variants(def.innerType, inner)) : plainValues(schema, def);
  }
}

/** The first plain values that the schema accepts. Several, because one of them can be the default of an outer schema. */
function plainValues(schema: Schema, def: z.core.$ZodTypes["_zod"]["def"]): unknown[] {
  const examples = z.globalRegistry.get(schema)?.examples;
  const entries = def.type === "enum" ? Object.values(def.entries) : def.type === "literal" ? def.values : [];
  const candidates = [...entries, ...(Array.isArray(examples) ? examples : []), ...TEXTS, ...NUMBERS, true, false];
  return notDefault(schema, candidates.filter((value) => accepts(schema, value)).slice(0, 3));
}

/** A field with its default value could get lost unnoticed. */
function notDefault(schema: Schema, values: unknown[]): unknown[] {
  const others = values.filter((value) => value !== z.globalRegistry.get(schema)?.default);
  return others.length === 0 ? values : others;
}

/** One of the plain values, and all objects and lists. */
function onePlain(values: unknown[]): unknown[] {
  const isPlain = (value: unknown) => typeof value !== "object" || value === null;
  return values.filter((value, index) => !isPlain(value) || values.findIndex(isPlain) === index);
}

/** A list of all entries. Entries with names get different ones. */
function list(schema: Schema, entries: unknown[]): unknown[] {
  const named = entries.map((entry, index) =>
    index > 0 && isFields(entry) && typeof entry.name === "string" ? { ...entry, name: `${entry.name}${index}` } : entry,
  );
  return [[named, entries, entries.slice(0, 1), []].find((value) => accepts(schema, value)) ?? named];
}

function objects(schema: z.core.$ZodObject, place: Place): unknown[] {
  const { shape, catchall } = schema._zod.def;
  const [provider] = shape.provider?._zod.values ?? [];
  const fields: Record<string, unknown[]> = {};
  for (const [field, value] of Object.entries(shape)) {
    const ofProvider = `${String(provider)}.${field}`;
    const chosen = SAMPLE_VALUES[`${place.field}.${ofProvider}`] ?? SAMPLE_VALUES[ofProvider];
    const values = chosen === undefined ? onePlain(variants(value, { ...place, parent: place.field, field })) : [chosen];
    if (values.length > 0) fields[field] = values;
  }
  // Parts of Callwright's own kind may have fields that only they have.
  if (catchall?._zod.def.type === "unknown" && fields.provider?.[0] === "callwright") fields.own = [{ kept: true }];
  return choices(schema).flatMap((left) => {
    const together = Object.entries(fields).filter(([field]) => !left.has(field));
    return zip(Object.fromEntries(together)).map((sample) => withoutRefused(schema, sample));
  });
}

/** The `n`th object has the `n`th value of each field, while there are values. */
function zip(fields: Record<string, unknown[]>): Fields[] {
  const count = Math.max(1, ...Object.values(fields).map(({ length }) => length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values[index % values.length]])),
  );
}

interface FieldsRule {
  problem?: "exactlyOne" | "notTogether";
  names?: string[];
}

/** The samples that the rules of an object need, each as the fields that it leaves out. All samples together have every field. */
function choices(schema: z.core.$ZodObject): ReadonlySet<string>[] {
  const rules = (schema._zod.def.checks ?? []).map((check) => (check._zod.def as { params?: FieldsRule }).params ?? {});
  let all: string[][] = [[]];
  for (const { problem, names = [] } of rules) {
    const [first = "", ...others] = names;
    const left = problem === "exactlyOne" ? names.map((one) => names.filter((name) => name !== one)) : [others, [first]];
    if (problem !== undefined) all = all.flatMap((before) => left.map((more) => [...before, ...more]));
  }
  const named = rules.flatMap(({ names = [] }) => names);
  const needed: ReadonlySet<string>[] = [];
  const missing = new Set(named);
  const gain = (left: string[]) => [...missing].filter((name) => !left.includes(name)).length;
  do {
    const best = all.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    needed.push(new Set(best));
    for (const name of named) if (!best.includes(name)) missing.delete(name);
  } while (missing.size > 0);
  return needed;
}

/** The sample without fields that the object's rules forbid together. */
function withoutRefused(schema: z.core.$ZodObject, sample: Fields): Fields {
  const refused = refusedFields(schema, sample).filter((field) => schema._zod.def.shape[field]?._zod.optin);
  return refused.length === 0 ? sample : withoutRefused(schema, without(sample, refused));
}

/** A member of a union whose rule forbids two fields together: once without each of the two. */
function apart(schema: Schema, value: unknown): unknown[] {
  if (!isFields(value) || accepts(schema, value)) return [value];
  const [refused = ""] = refusedFields(schema, value);
  const others = Object.keys(value).filter((field) => field !== refused);
  return [refused, others.find((field) => accepts(schema, without(value, [field]))) ?? refused].map((field) =>
    without(value, [field]),
  );
}

function refusedFields(schema: Schema, value: Fields): string[] {
  const { issues } = schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload;
  return issues.map(({ path }) => String(path?.[0]));
}

function without(value: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));
}
