import { type Fields, isFields, readJson } from "@callwright/contract";

/** The fields of an object as JSON. Any other text has none. */
export function jsonFields(text: string): Fields {
  const value = readJson(text);
  return isFields(value) ? value : {};
}
