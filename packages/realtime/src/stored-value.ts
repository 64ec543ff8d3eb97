import { convexToJson, jsonToConvex, type Value } from "convex/values";

/** A value as text, to be kept. Throws for what no client could decode. */
export function storedValue(value: Value): string {
  return JSON.stringify(convexToJson(value));
}

/** What `storedValue` kept. */
export function readStoredValue(text: string): Value {
  return jsonToConvex(JSON.parse(text));
}
