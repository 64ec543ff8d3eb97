import { isFields } from "./union.ts";

/** Fields that say most about a thing, the first one it has. */
const TELLING = ["name", "title", "label", "key", "description", "content", "url", "number", "value", "message"];
const SHOWN_CHARACTERS = 80;

/** A value in a few words, for the line of a part that is folded away. */
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
