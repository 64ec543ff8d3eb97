/** What the text of the JSON tab says: an object to edit with, or why it is none yet. */
export type ReadJson =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; reason: "not-json" | "not-object"; detail: string };

export function readJsonObject(text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, reason: "not-json", detail: error instanceof Error ? error.message : String(error) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { ok: false, reason: "not-object", detail: "" };
  return { ok: true, value: value as Record<string, unknown> };
}

export function writeJson(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** Does the text already say this object? Then it is left as the user wrote it. */
export function saysTheSame(text: string, value: object): boolean {
  const read = readJsonObject(text);
  return read.ok && JSON.stringify(read.value) === JSON.stringify(value);
}
