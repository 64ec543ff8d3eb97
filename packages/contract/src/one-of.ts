type Refinement = [check: (value: object) => boolean, params: { path: string[]; error: string }];

const countGiven = (value: object, names: readonly string[]) =>
  names.filter((name) => ((value as Record<string, unknown>)[name] ?? undefined) !== undefined).length;

/** For `.refine(...exactlyOneOf("a", "b"))`: one of these fields must be given, and one only. Null counts as not given. */
export function exactlyOneOf(first: string, ...others: string[]): Refinement {
  const error = `or ${others.join(" or ")} is required: exactly one of them`;
  return [(value) => countGiven(value, [first, ...others]) === 1, { path: [first], error }];
}

/** For `.refine(...notTogether("a", "b"))`: the first cannot be given together with any of the others. */
export function notTogether(first: string, ...others: string[]): Refinement {
  const error = `cannot be given together with ${others.join(" or ")}`;
  return [(value) => countGiven(value, [first]) === 0 || countGiven(value, others) === 0, { path: [first], error }];
}
