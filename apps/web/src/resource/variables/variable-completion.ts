/** Completions of a variable name after `{{`. */
export interface Completion {
  /** Start and end of the typed part. */
  from: number;
  to: number;
  names: string[];
}

const BEGUN = /\{\{-?[ \t]*([\p{L}_][\p{L}\p{N}_.-]*)?$/u;

/** The completions at the caret; undefined outside `{{ }}` and if no known name matches. */
export function completionAt(text: string, caret: number, known: readonly string[]): Completion | undefined {
  const begun = BEGUN.exec(text.slice(0, caret));
  if (!begun) return undefined;
  const typed = begun[1] ?? "";
  const names = known.filter((name) => name !== typed && name.toLowerCase().startsWith(typed.toLowerCase()));
  return names.length > 0 ? { from: caret - typed.length, to: caret, names } : undefined;
}

/** The text with the completed name and closing braces, and the caret position after it. */
export function withCompletion(text: string, { from, to }: Completion, chosen: string): { text: string; caret: number } {
  const after = text.slice(to);
  const isClosed = /^[ \t]*(?:-?\}\}|\|)/.test(after);
  const written = `${chosen}${isClosed ? "" : "}}"}`;
  return { text: text.slice(0, from) + written + after, caret: from + written.length };
}
