import { isFields } from "@callwright/contract";
import { alternativesOf, type JsonSchema, resolved } from "./json-schema.ts";
import { type Reference, referenceOf } from "./references.ts";
import { isSchemaType, type SchemaType } from "./schema/schema-value.ts";
import { type UnionOption, unionOptions } from "./union.ts";

export type Choice = string | number | boolean;

/** One field of an object in its schema. */
export interface ObjectFieldSchema {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

/** The kind of control that a field needs. */
export type Shape =
  | { kind: "text"; isLong: boolean; suggestions: readonly string[]; maxCharacters: number | undefined }
  | { kind: "secret" }
  | { kind: "number"; isInteger: boolean; min: number | undefined; max: number | undefined }
  | { kind: "boolean" }
  | { kind: "choice"; values: readonly Choice[] }
  | { kind: "instant" }
  | { kind: "file" }
  /** A reference or several. */
  | { kind: "reference"; to: Reference; isList: boolean }
  | { kind: "texts" }
  | { kind: "choices"; values: readonly Choice[] }
  | { kind: "list"; item: JsonSchema }
  /** A map of names to texts. */
  | { kind: "map" }
  /** `isOpen`: fields that the contract does not name are kept. */
  | { kind: "object"; fields: readonly ObjectFieldSchema[]; isOpen: boolean }
  /** A JSON Schema as value, of one of these types. */
  | { kind: "schema"; types: readonly SchemaType[] }
  | { kind: "union"; options: readonly UnionOption[] }
  /** No control fits. */
  | { kind: "json" };

/** Longer texts get a multi-line field. */
const LONG_CHARACTERS = 300;
/** Names of unlimited texts that get a multi-line field. */
const LONG_NAME = /prompt|message|content|description|instruction|rubric|script|body|text|summary|note/i;

/** `name` tells apart shapes with the same schema: a secret, an id, a long text. */
export function shapeOf(schema: JsonSchema | boolean | undefined, name: string, root: JsonSchema): Shape {
  const alternatives = alternativesOf(schema, root);
  const [only] = alternatives;
  if (!only) return { kind: "json" };
  if (alternatives.length === 1) return simpleShape(only, name, root);
  if (alternatives.every(isText)) return textOfSeveral(alternatives, name);
  return { kind: "union", options: unionOptions(alternatives, root) };
}

function isText(schema: JsonSchema): boolean {
  const isTextual = schema.type === "string" || (schema.enum ?? [schema.const]).every((value) => typeof value === "string");
  return isTextual && schema.contentEncoding !== "binary";
}

/** `office`, `off` or any address: a text with suggestions. Named values only: a choice. */
function textOfSeveral(alternatives: readonly JsonSchema[], name: string): Shape {
  const values = alternatives.flatMap(choicesOf);
  const free = alternatives.filter((each) => choicesOf(each).length === 0);
  if (free.length === 0) return { kind: "choice", values: [...new Set(values)] };
  return {
    kind: "text",
    isLong: values.length === 0 && free.some((each) => isLong(each, name)),
    suggestions: [...new Set(values.map(String))],
    maxCharacters: undefined,
  };
}

function choicesOf(schema: JsonSchema): Choice[] {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return values.filter((value) => value !== null);
}

function simpleShape(schema: JsonSchema, name: string, root: JsonSchema): Shape {
  const values = choicesOf(schema);
  if (values.length > 0) return { kind: "choice", values };
  switch (schema.type) {
    case "string":
      return textShape(schema, name);
    case "number":
    case "integer":
      return { kind: "number", isInteger: schema.type === "integer", min: leastOf(schema), max: greatestOf(schema) };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return arrayShape(schema, name, root);
    case "object":
      return objectShape(schema, root);
    default:
      return { kind: "json" };
  }
}

function textShape(schema: JsonSchema, name: string): Shape {
  const to = referenceOf(name);
  if (schema.contentEncoding === "binary") return { kind: "file" };
  if (to) return { kind: "reference", to, isList: false };
  if (schema.format === "date-time") return { kind: "instant" };
  if (schema.secret === true || schema.writeOnly) return { kind: "secret" };
  const suggestions = (schema.examples ?? []).map(String);
  return { kind: "text", isLong: isLong(schema, name), suggestions, maxCharacters: schema.maxLength };
}

function isLong({ maxLength, format, examples }: JsonSchema, name: string): boolean {
  // A name is one line, whatever its maximum length.
  return (
    name !== "name" &&
    format === undefined &&
    !examples &&
    (maxLength === undefined ? LONG_NAME.test(name) : maxLength > LONG_CHARACTERS)
  );
}

/** zod also writes the bounds of safe integers. They are not limits. */
function leastOf({ minimum, exclusiveMinimum }: JsonSchema): number | undefined {
  const least = minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum : undefined);
  return least === undefined || least <= Number.MIN_SAFE_INTEGER ? undefined : least;
}

function greatestOf({ maximum, exclusiveMaximum }: JsonSchema): number | undefined {
  const greatest = maximum ?? (typeof exclusiveMaximum === "number" ? exclusiveMaximum : undefined);
  return greatest === undefined || greatest >= Number.MAX_SAFE_INTEGER ? undefined : greatest;
}

function arrayShape(schema: JsonSchema, name: string, root: JsonSchema): Shape {
  if (!schema.items || Array.isArray(schema.items) || schema.prefixItems) return { kind: "json" };
  const item = resolved(schema.items, root);
  const shape = shapeOf(item, name, root);
  if (shape.kind === "reference") return { ...shape, isList: true };
  if (shape.kind === "choice") return { kind: "choices", values: shape.values };
  if (shape.kind === "text" && !shape.isLong && shape.suggestions.length === 0) return { kind: "texts" };
  return { kind: "list", item };
}

function objectShape(schema: JsonSchema, root: JsonSchema): Shape {
  const { properties = {}, required = [], additionalProperties } = schema;
  const types = describedTypes(properties, root);
  if (types.length > 0) return { kind: "schema", types };
  const fields = Object.entries(properties)
    .map(([name, each]) => ({ name, schema: resolved(each, root), isRequired: required.includes(name) }))
    // A list that must be empty is a field that the contract refuses here.
    .filter(({ schema: { maxItems } }) => maxItems !== 0);
  if (fields.length > 0) return { kind: "object", fields, isOpen: additionalProperties !== false };
  return resolved(additionalProperties, root).type === "string" ? { kind: "map" } : { kind: "json" };
}

/** The types of an object that is JSON Schema itself: it has a `type` and `properties` that are JSON Schemas, too. */
function describedTypes({ type, properties }: NonNullable<JsonSchema["properties"]>, root: JsonSchema): SchemaType[] {
  const { additionalProperties, properties: named } = resolved(properties, root);
  const part = resolved(additionalProperties, root).properties;
  const isRecursive = named === undefined && part?.type !== undefined && part.properties !== undefined;
  return isRecursive ? choicesOf(resolved(type, root)).filter(isSchemaType) : [];
}

/** Can the shape's control show the value? Other values, for example of another host, are shown as JSON. */
export function canShow(shape: Shape, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (shape.kind) {
    case "text":
    case "secret":
    case "instant":
      return typeof value === "string";
    case "reference":
      return shape.isList ? isListOf(value, "string") : typeof value === "string";
    case "number":
    case "boolean":
      return typeof value === shape.kind;
    case "texts":
      return isListOf(value, "string");
    case "list":
      return Array.isArray(value);
    case "map":
      return isFields(value) && Object.values(value).every((each) => typeof each === "string");
    case "object":
    case "schema":
      return isFields(value);
    case "choice":
      return typeof value !== "object";
    case "choices":
      return Array.isArray(value) && value.every((each) => typeof each !== "object");
    default:
      return true;
  }
}

function isListOf(value: unknown, type: string): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === type);
}
