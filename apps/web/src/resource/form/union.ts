import { isFields } from "@callwright/contract";
import { type JsonSchema, resolved } from "./json-schema.ts";

/** One alternative of a union in the select. */
export interface UnionOption {
  /** Unique in its union. */
  key: string;
  schema: JsonSchema;
  /** The discriminator field. Absent if only the whole value decides. */
  tag?: { name: string; value: string };
  /** The discriminator field of the one alternative that accepts any other text in it. */
  restOf?: string;
}

/** Alternatives are told apart by a discriminator (`type`, `provider`, …), otherwise by the type of the value. */
export function unionOptions(alternatives: readonly JsonSchema[], root: JsonSchema): UnionOption[] {
  const name = tagNameOf(alternatives, root);
  if (name === undefined) {
    const names = alternatives.map((schema) => schema.title ?? plainName(schema, root));
    const isDistinct = new Set(names).size === names.length;
    return alternatives.map((schema, index) => ({
      key: isDistinct ? `${names[index]}` : `${index + 1}. ${names[index]}`,
      schema,
    }));
  }
  return alternatives.flatMap((schema): UnionOption[] => {
    const values = tagValues(schema, name, root);
    if (values.length === 0) return [{ key: schema.title ?? name, schema, restOf: name }];
    return values.map((value) => ({ key: value, schema, tag: { name, value } }));
  });
}

/** A field with distinct values in every alternative. In one alternative, it may be any text. */
function tagNameOf(alternatives: readonly JsonSchema[], root: JsonSchema): string | undefined {
  const names = Object.keys(alternatives[0]?.properties ?? {});
  return names.find((name) => {
    const values = alternatives.map((schema) => tagValues(schema, name, root));
    const all = values.flat();
    const free = alternatives.filter((_, index) => values[index]?.length === 0);
    const areTexts = free.every(({ properties }) => resolved(properties?.[name], root).type === "string");
    return all.length > 1 && free.length <= 1 && areTexts && new Set(all).size === all.length;
  });
}

function tagValues(schema: JsonSchema, name: string, root: JsonSchema): string[] {
  const tag = resolved(schema.properties?.[name], root);
  const values = tag.enum ?? (tag.const === undefined ? [] : [tag.const]);
  return values.filter((value) => typeof value === "string");
}

/** The label of an unnamed alternative: its type, or its required fields. */
function plainName({ type, required, properties, const: only }: JsonSchema, root: JsonSchema): string {
  if (only !== undefined) return String(only);
  if (type !== "object") return String(type ?? "any");
  const constant = Object.values(properties ?? {}).find((each) => resolved(each, root).const !== undefined);
  if (constant) return String(resolved(constant, root).const);
  return required?.length ? required.join(", ") : "object";
}

/** The alternative of a value; undefined if none fits. */
export function optionOf(options: readonly UnionOption[], value: unknown, root: JsonSchema): UnionOption | undefined {
  if (value === undefined) return undefined;
  const isTagged = options.some(({ tag }) => tag !== undefined);
  if (isTagged) {
    if (!isFields(value)) return undefined;
    const tagged = options.find(({ tag }) => tag && value[tag.name] === tag.value);
    return tagged ?? (Object.keys(value).length > 0 ? options.find(({ restOf }) => restOf !== undefined) : undefined);
  }
  const fits = options.map((option) => ({ option, fit: fitOf(option.schema, value, root) }));
  const best = fits.reduce<(typeof fits)[number] | undefined>(
    (one, other) => (one && one.fit >= other.fit ? one : other),
    undefined,
  );
  return best && best.fit > 0 ? best.option : undefined;
}

/** How well a schema fits a value, by a shallow check; 0: it does not fit. */
function fitOf(schema: JsonSchema, value: unknown, root: JsonSchema): number {
  const { type, enum: values, const: only, properties = {}, required = [] } = schema;
  if (only !== undefined) return only === value ? 2 : 0;
  if (values) return values.some((each) => each === value) ? 2 : 0;
  if (type !== undefined && type !== typeOf(value) && !(type === "integer" && typeof value === "number")) return 0;
  if (!isFields(value)) return 1;
  const isOther = Object.entries(properties).some(([name, each]) => {
    const { const: constant } = resolved(each, root);
    return constant !== undefined && value[name] !== undefined && value[name] !== constant;
  });
  if (isOther) return 0;
  const known = Object.keys(value).filter((name) => name in properties).length;
  const missing = required.filter((name) => value[name] === undefined).length;
  return Math.max(0.5, 1 + known - missing);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
