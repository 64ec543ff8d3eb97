import { convexToJson, jsonToConvex, type Value } from "convex/values";

/** Encodes a value as text. Throws for values that a client cannot decode. */
export function storedValue(value: Value): string {
  return JSON.stringify(convexToJson(value));
}

/** Decodes the text of `storedValue`. */
export function readStoredValue(text: string): Value {
  return jsonToConvex(JSON.parse(text));
}
