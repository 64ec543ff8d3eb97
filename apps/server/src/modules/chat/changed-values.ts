type Values = Readonly<Record<string, unknown>>;

/** The values that are new, or no longer the same. */
export function changedValues(before: Values, after: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
}
