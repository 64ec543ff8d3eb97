/** "small, medium or large". */
export function spokenList(words: readonly string[], last: "and" | "or"): string {
  return new Intl.ListFormat("en-GB", { type: last === "and" ? "conjunction" : "disjunction" }).format(words);
}
