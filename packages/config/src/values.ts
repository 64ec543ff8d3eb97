import { isFields } from "@callwright/contract";
/** Keys of mappings and indexes of lists, from the outside in. */
export type Path = readonly (string | number)[];

/** A copy with values replaced by `change`. It gets each value before its content; undefined means: look inside. */
export function mapValues(value: unknown, change: (value: unknown, path: Path) => unknown, path: Path = []): unknown {
  const changed = change(value, path);
  if (changed !== undefined) return changed;
  if (Array.isArray(value)) return value.map((item, index) => mapValues(item, change, [...path, index]));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValues(item, change, [...path, key])]));
}

/** A text that is the same for equal content: the order of keys does not matter. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof key === "number") return Array.isArray(inner) ? inner[key] : undefined;
    return isFields(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

/** `model.messages[0].content` */
export function describePath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}
