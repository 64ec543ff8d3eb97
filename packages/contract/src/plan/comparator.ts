export const COMPARATORS = ["=", "!=", ">", "<", ">=", "<="] as const;
export type Comparator = (typeof COMPARATORS)[number];

/** A value that can be compared. */
export type Comparable = number | string | boolean;

/** Whether a comparison holds. Only numbers have an order: any other pair is neither larger nor smaller. */
export function holds(value: Comparable, comparator: Comparator, expected: Comparable): boolean {
  if (comparator === "=") return value === expected;
  if (comparator === "!=") return value !== expected;
  if (typeof value !== "number" || typeof expected !== "number") return false;
  switch (comparator) {
    case ">":
      return value > expected;
    case "<":
      return value < expected;
    case ">=":
      return value >= expected;
    case "<=":
      return value <= expected;
  }
}
