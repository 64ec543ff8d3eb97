/** The fields that a service knows: of an object, of the entries of a list, or anything. */
export type Shape = "any" | readonly [Shape] | { readonly [field: string]: Shape };

/** An object with these fields, whatever they hold. */
export const fieldsOf = (names: string): Record<string, Shape> =>
  Object.fromEntries(names.split(" ").map((name) => [name, "any" as const]));

/** The path of the first field that the service does not know, as `messages.0.name`; undefined when it knows all. */
export function unknownField(value: unknown, shape: Shape, at = ""): string | undefined {
  if (shape === "any" || typeof value !== "object" || value === null) return undefined;
  const inside = (key: string, inner: unknown, of: Shape) => unknownField(inner, of, at === "" ? key : `${at}.${key}`);
  if (isList(shape)) {
    const entries = Array.isArray(value) ? value : [];
    return first(entries.map((entry, index) => () => inside(String(index), entry, shape[0])));
  }
  return first(
    Object.entries(value).map(([key, inner]) => () => {
      const of = shape[key];
      return of === undefined ? (at === "" ? key : `${at}.${key}`) : inside(key, inner, of);
    }),
  );
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}
