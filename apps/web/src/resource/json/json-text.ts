import { isFields } from "@callwright/contract";

/** The parsed JSON, or the reason why it cannot be parsed. */
export type ReadJson<Value = unknown> =
  | { ok: true; value: Value }
  | { ok: false; reason: "not-json" | "not-object"; detail: string };

export function readJson(text: string): ReadJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, reason: "not-json", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The object of the JSON tab's text, or the reason why there is none. */
export function readJsonObject(text: string): ReadJson<Record<string, unknown>> {
  const read = readJson(text);
  if (!read.ok) return read;
  return isFields(read.value) ? { ok: true, value: read.value } : { ok: false, reason: "not-object", detail: "" };
}

export function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
