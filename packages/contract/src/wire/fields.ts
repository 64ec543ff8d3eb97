/** An object as it comes from JSON or YAML: fields by name. */
export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
