import { type Fields, isFields } from "@callwright/contract";

/** A text as JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of an object as JSON. Any other text has none. */
export function jsonFields(text: string): Fields {
  const value = parseJson(text);
  return isFields(value) ? value : {};
}
