/** A JSON Schema that users write: any field may be missing or of another type. */
export interface Schema {
  [keyword: string]: unknown;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(schema: Schema, keyword: "title" | "description" | "format"): string {
  const value = schema[keyword];
  return typeof value === "string" ? value : "";
}

/** The schema without its null: the first alternative of `anyOf` or `oneOf`, the first type of several. */
export function plainSchema(schema: Schema): Schema {
  const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isRecord) ?? [];
  const chosen = alternatives.find(({ type }) => type !== "null");
  return chosen ? { ...chosen, ...schema, type: chosen.type } : schema;
}

export function typeOf({ type }: Schema): string {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.find((each): each is string => typeof each === "string" && each !== "null") ?? "string";
}

export function allowsNull(schema: Schema): boolean {
  const { type, anyOf, oneOf, nullable } = schema;
  const alternatives = [anyOf, oneOf].find(Array.isArray) ?? [];
  return (
    nullable === true ||
    (Array.isArray(type) && type.includes("null")) ||
    alternatives.some((each) => isRecord(each) && each.type === "null")
  );
}

/** "partySize" and "party_size" are "party size". */
export function wordsOfName(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\-.\s]+/g, " ")
    .trim()
    .toLowerCase();
}

/** The value of a JSON text; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
