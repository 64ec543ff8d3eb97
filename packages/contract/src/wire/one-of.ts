/** The rule and its fields, for a client with its own texts. */
interface FieldsRule {
  problem: "exactlyOne" | "notTogether";
  names: string[];
}

type Refinement = [check: (value: object) => boolean, params: { path: string[]; error: string; params: FieldsRule }];

const countGiven = (value: object, names: readonly string[]) =>
  names.filter((name) => ((value as Record<string, unknown>)[name] ?? undefined) !== undefined).length;

/** For `.refine(...exactlyOneOf("a", "b"))`: exactly one of these fields must be set. Null counts as not set. */
export function exactlyOneOf(first: string, ...others: string[]): Refinement {
  const names = [first, ...others];
  const error = `or ${others.join(" or ")} is required: exactly one of them`;
  return [(value) => countGiven(value, names) === 1, { path: [first], error, params: { problem: "exactlyOne", names } }];
}

/** For `.refine(...notTogether("a", "b"))`: the first field excludes the others. */
export function notTogether(first: string, ...others: string[]): Refinement {
  const error = `cannot be combined with ${others.join(" or ")}`;
  const params: FieldsRule = { problem: "notTogether", names: [first, ...others] };
  return [(value) => countGiven(value, [first]) === 0 || countGiven(value, others) === 0, { path: [first], error, params }];
}
