/**
 * The permitted fields of a service's request: names of fields, each with `any`, its allowed values, a pattern of its text, or the shape of an object
 * or of each object of a list.
 */
export interface Shape {
  readonly [name: string]: typeof any | readonly unknown[] | RegExp | Shape;
}

/** Any value. */
export const any = Symbol("any");

/** Fields that may have any value. */
export const anyOf = (names: string): Shape => Object.fromEntries(names.split(" ").map((name) => [name, any]));

/** Why a service refuses these fields: an unknown name, or a wrong value. Undefined: it accepts them. */
export function refusalOf(shape: Shape, fields: object, at = ""): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const path = `${at}${name}`;
    const allowed = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (allowed === undefined) return `${path} is no field of this request.`;
    const refusal = refusalOfValue(allowed, value, path);
    if (refusal) return refusal;
  }
  return undefined;
}

function refusalOfValue(allowed: Exclude<Shape[string], undefined>, value: unknown, path: string): string | undefined {
  if (allowed === any) return undefined;
  const wrong = `${path} cannot be ${JSON.stringify(value)}.`;
  if (allowed instanceof RegExp) return allowed.test(String(value)) ? undefined : wrong;
  if (Array.isArray(allowed)) return allowed.includes(value) ? undefined : wrong;
  if (Array.isArray(value)) return value.map((each) => refusalOfValue(allowed, each, path)).find(Boolean);
  return typeof value === "object" && value !== null ? refusalOf(allowed as Shape, value, `${path}.`) : wrong;
}

/**
 * The path of the first field that a service does not know, such as `messages.0.name`; undefined if it knows all. For services that answer with the
 * path, or whose values are checked by other rules.
 */
export function unknownField(shape: Shape[string], value: unknown, at: readonly string[] = []): string | undefined {
  if (shape === any || shape instanceof RegExp || Array.isArray(shape) || typeof value !== "object" || value === null)
    return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const path = [...at, name];
    // Each entry of a list has the same shape.
    const inside = Array.isArray(value) ? shape : (shape as Shape)[name];
    const unknown = inside === undefined ? path.join(".") : unknownField(inside, inner, path);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}
