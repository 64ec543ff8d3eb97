import { isFields, JSON_SCHEMA_TYPES } from "@callwright/contract";

/** The form of a value, as JSON Schema: what the editor edits. Keywords it does not know stay as they are. */
export type SchemaValue = Readonly<Record<string, unknown>>;

export type SchemaType = (typeof JSON_SCHEMA_TYPES)[number];

/** One field of an object. */
export interface SchemaProperty {
  name: string;
  schema: SchemaValue;
  isRequired: boolean;
}

/** Keywords with a control. The others are shown only in the JSON. */
const SHOWN = new Set([
  ...["type", "title", "description", "properties", "required", "items", "enum", "format", "pattern", "default", "value"],
]);

/** The types each keyword applies to. A keyword that is not listed applies to all. */
const BELONGING: Readonly<Record<string, readonly SchemaType[]>> = {
  properties: ["object"],
  required: ["object"],
  items: ["array"],
  format: ["string"],
  pattern: ["string"],
  enum: ["string", "number", "integer"],
};

export function isSchemaType(value: unknown): value is SchemaType {
  return JSON_SCHEMA_TYPES.some((type) => type === value);
}

export function typeOf({ type }: SchemaValue): SchemaType | undefined {
  return isSchemaType(type) ? type : undefined;
}

/** Whether controls can show the whole schema: each part has one of the six types, or none yet. */
export function isDrawable(value: unknown): value is SchemaValue {
  if (!isFields(value) || (value.type !== undefined && !isSchemaType(value.type))) return false;
  const { properties = {}, items, required = [], enum: choices = [] } = value;
  return (
    isFields(properties) &&
    Object.values(properties).every(isDrawable) &&
    (items === undefined || isDrawable(items)) &&
    Array.isArray(required) &&
    Array.isArray(choices) &&
    choices.every((each) => ["string", "number"].includes(typeof each))
  );
}

function fieldsOf({ properties }: SchemaValue): Record<string, SchemaValue> {
  return isFields(properties) ? (properties as Record<string, SchemaValue>) : {};
}

function requiredOf({ required }: SchemaValue): unknown[] {
  return Array.isArray(required) ? required : [];
}

export function propertiesOf(schema: SchemaValue): SchemaProperty[] {
  const required = requiredOf(schema);
  return Object.entries(fieldsOf(schema)).map(([name, each]) => ({ name, schema: each, isRequired: required.includes(name) }));
}

/** Sets a keyword, or removes it without a value. The JSON keeps its order. */
export function withKeyword(schema: SchemaValue, keyword: string, value: unknown): SchemaValue {
  if (value !== undefined) return { ...schema, [keyword]: value };
  const { [keyword]: _, ...rest } = schema;
  return rest;
}

/** Changes the type: removes keywords that do not apply to it and adds those it needs. */
export function withType(schema: SchemaValue, type: SchemaType): SchemaValue {
  const isNumeric = type === "number" || type === "integer";
  const mayKeep = (keyword: string, value: unknown) =>
    (BELONGING[keyword]?.includes(type) ?? true) &&
    (keyword !== "enum" || (value as unknown[]).every((each) => (typeof each === "number") === isNumeric));
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => mayKeep(keyword, value)));
  const needed = type === "object" ? { properties: {} } : type === "array" ? { items: { type: "string" } } : {};
  return { ...needed, ...kept, type };
}

/** Adds a text field with the first free name: `field1`, `field2` … */
export function withProperty(schema: SchemaValue): { schema: SchemaValue; name: string } {
  const fields = fieldsOf(schema);
  let number = Object.keys(fields).length + 1;
  while (`field${number}` in fields) number += 1;
  const name = `field${number}`;
  return { name, schema: { ...schema, properties: { ...fields, [name]: { type: "string" } } } };
}

export function withoutProperty(schema: SchemaValue, name: string): SchemaValue {
  const { [name]: _, ...rest } = fieldsOf(schema);
  return withRequired({ ...schema, properties: rest }, name, false);
}

/** Renames a property. It keeps its position and whether it is required. */
export function withRenamed(schema: SchemaValue, name: string, to: string): SchemaValue {
  const entries = Object.entries(fieldsOf(schema)).map(([each, value]) => [each === name ? to : each, value] as const);
  const renamed = { ...schema, properties: Object.fromEntries(entries) };
  return "required" in schema ? { ...renamed, required: requiredOf(schema).map((each) => (each === name ? to : each)) } : renamed;
}

/** The property at another place of the object. */
export function withMoved(schema: SchemaValue, from: number, to: number): SchemaValue {
  const entries = Object.entries(fieldsOf(schema));
  const [moved] = entries.splice(from, 1);
  if (moved) entries.splice(to, 0, moved);
  return { ...schema, properties: Object.fromEntries(entries) };
}

/** The kind of a value as the editor names it: its type, or one of a few values, or a day. */
export type ValueKind = SchemaType | "oneOf" | "date";

export const VALUE_KINDS: readonly ValueKind[] = ["string", "oneOf", "date", "number", "integer", "boolean", "array", "object"];

export function kindOf(schema: SchemaValue): ValueKind | undefined {
  const type = typeOf(schema);
  if (type === "string" && choicesOf(schema).length > 0) return "oneOf";
  return type === "string" && schema.format === "date" ? "date" : type;
}

/** The allowed values. */
export function choicesOf({ enum: choices }: SchemaValue): readonly unknown[] {
  return Array.isArray(choices) ? choices : [];
}

export function withKind(schema: SchemaValue, kind: ValueKind): SchemaValue {
  if (kind === "date") return withKeyword(withKeyword(withType(schema, "string"), "enum", undefined), "format", "date");
  const next = withType(schema, kind === "oneOf" ? "string" : kind);
  const isText = kind === "string" || kind === "oneOf";
  const withoutDay = isText && next.format === "date" ? withKeyword(next, "format", undefined) : next;
  return kind === "string" ? withKeyword(withoutDay, "enum", undefined) : withoutDay;
}

/** Schema of an example: what the model would be asked for to produce such a value. */
function schemaOfExample(example: unknown): SchemaValue {
  if (Array.isArray(example)) return { type: "array", items: schemaOfExample(example[0] ?? "") };
  if (isFields(example)) {
    const properties = Object.entries(example).map(([name, value]) => [name, schemaOfExample(value)]);
    return { type: "object", properties: Object.fromEntries(properties) };
  }
  if (typeof example === "boolean") return { type: "boolean" };
  if (typeof example === "number") return { type: Number.isInteger(example) ? "integer" : "number" };
  return typeof example === "string" && /^\d{4}-\d\d-\d\d$/.test(example)
    ? { type: "string", format: "date" }
    : { type: "string" };
}

/** Adds the fields of an example that the object does not have yet. */
export function withExample(schema: SchemaValue, example: Readonly<Record<string, unknown>>): SchemaValue {
  return { ...schema, properties: { ...fieldsOf(schema), ...fieldsOf(schemaOfExample(example)), ...fieldsOf(schema) } };
}

export function withChanged(schema: SchemaValue, name: string, changed: SchemaValue): SchemaValue {
  return { ...schema, properties: { ...fieldsOf(schema), [name]: changed } };
}

export function withRequired(schema: SchemaValue, name: string, isRequired: boolean): SchemaValue {
  const others = requiredOf(schema).filter((each) => each !== name);
  const next = isRequired ? [...others, name] : others;
  return withKeyword(schema, "required", next.length > 0 ? next : undefined);
}

/** Parses the texts of an enumeration by its type. For numbers, texts that are not numbers are dropped. */
export function choicesFrom(texts: readonly string[], type: SchemaType | undefined): (string | number)[] | undefined {
  const isNumeric = type === "number" || type === "integer";
  const values = isNumeric ? texts.map(Number).filter((value) => Number.isFinite(value)) : texts;
  return values.length > 0 ? [...values] : undefined;
}

/** A typed value by its type. A template, or what is no such value, stays a text. Empty: no value. */
export function valueFrom(text: string, type: SchemaType): unknown {
  if (text === "") return undefined;
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  const isNumber = (type === "number" || type === "integer") && String(Number(text)) === text;
  return isNumber ? Number(text) : text;
}

/** Names of keywords that only the JSON shows. */
export function otherKeywords(schema: SchemaValue): string[] {
  return Object.keys(schema).filter((keyword) => !SHOWN.has(keyword));
}
