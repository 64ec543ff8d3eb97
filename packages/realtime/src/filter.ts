import { FunctionError } from "./failure.ts";

export type FilterValue = string | number | boolean | null;
export type Comparison = "eq" | "neq" | "lt" | "lte" | "gt" | "gte";

/** A filter of rows by `Field`. */
export type Filter<Field extends string> =
  | { op: "and" | "or"; filters: readonly Filter<Field>[] }
  | { op: "not"; filter: Filter<Field> }
  | { op: Comparison; field: Field; value: FilterValue }
  | { op: "in"; field: Field; values: readonly FilterValue[] };

/** Compiles a filter: to an SQL condition, or to a test of a row. */
export interface FilterTarget<Field extends string, Made> {
  and(parts: Made[]): Made;
  or(parts: Made[]): Made;
  not(part: Made): Made;
  compare(field: Field, comparison: Comparison, value: FilterValue): Made;
  isIn(field: Field, values: readonly FilterValue[]): Made;
}

/** Counts operators: each condition and each junction is one, and each value of a list is one. */
function requireFewOperators<Field extends string>(filter: Filter<Field>, operatorsMax: number): void {
  // Not recursive, because the depth is not checked yet.
  const waiting: Filter<Field>[] = [filter];
  let operators = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    operators += "values" in next ? Math.max(1, next.values.length) : 1;
    if ("filters" in next) waiting.push(...next.filters);
    if ("filter" in next) waiting.push(next.filter);
    if (operators + waiting.length > operatorsMax)
      throw new FunctionError("filter-too-large", `Can't construct query with more than ${operatorsMax} operators`);
  }
}

/** Throws a `FunctionError` if the filter has more than `operatorsMax` operators. */
export function makeFilter<Field extends string, Made>(
  filter: Filter<Field>,
  operatorsMax: number,
  target: FilterTarget<Field, Made>,
): Made {
  requireFewOperators(filter, operatorsMax);
  const make = (part: Filter<Field>): Made => {
    switch (part.op) {
      case "and":
        return target.and(part.filters.map(make));
      case "or":
        return target.or(part.filters.map(make));
      case "not":
        return target.not(make(part.filter));
      case "in":
        return target.isIn(part.field, part.values);
      case "eq":
      case "neq":
      case "lt":
      case "lte":
      case "gt":
      case "gte":
        return target.compare(part.field, part.op, part.value);
      default:
        return part satisfies never;
    }
  };
  return make(filter);
}
