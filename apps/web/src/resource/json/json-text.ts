/** What a text says as JSON, or why it says nothing yet. */
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

/** What the text of the JSON tab says: an object to edit with, or why it is none yet. */
export function readJsonObject(text: string): ReadJson<Record<string, unknown>> {
  const read = readJson(text);
  if (!read.ok) return read;
  const { value } = read;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { ok: false, reason: "not-object", detail: "" };
  return { ok: true, value: value as Record<string, unknown> };
}

export function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Does the text already say this object? Then it is left as the user wrote it. */
export function saysTheSame(text: string, value: object): boolean {
  const read = readJsonObject(text);
  return read.ok && JSON.stringify(read.value) === JSON.stringify(value);
}
