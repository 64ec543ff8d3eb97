import { isFields } from "@callwright/contract";

/** Fields that describe an object best; the first present one is used. */
const TELLING = ["name", "title", "label", "key", "description", "content", "url", "number", "value", "message"];
const SHOWN_CHARACTERS = 80;

/** A short summary of a value, for a collapsed section. */
export function gistOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : String(value.length);
  if (typeof value === "string") return shortened(value);
  if (!isFields(value)) return value === undefined || value === null ? undefined : String(value);
  const texts = [...TELLING, "type", "provider", "model"].map((name) => value[name]);
  const found = texts.filter((text) => typeof text === "string" && text !== "").slice(0, 2);
  return found.length > 0 ? shortened(found.join(" · ")) : undefined;
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
