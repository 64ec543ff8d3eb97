/** A changed field. A list of plain values is one value. */
export interface ConfigChange {
  /** Dotted path. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Fields that only the server writes; they are not part of the configuration. */
const ENTITY_FIELDS = ["id", "orgId", "createdAt", "updatedAt", "latestVersion"];

/** An assistant without the server's fields, as in a draft. Unknown fields are kept. */
export function configOf(assistant: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(assistant).filter(([key]) => !ENTITY_FIELDS.includes(key)));
}

/** Added, removed and changed leaves, in field order. The order of keys does not matter. */
export function configDiff(before: unknown, after: unknown, path = ""): ConfigChange[] {
  if (isBranch(before) && isBranch(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => configDiff(before[key], after[key], path ? `${path}.${key}` : key));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

/** Objects and lists of objects are compared deeply; everything else is a value. */
function isBranch(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) || value.some((item) => typeof item === "object" && item !== null);
}
