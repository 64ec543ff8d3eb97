import { type LiquidPiece, variableRoot } from "@callwright/contract";

/** The pieces of a template by line. */
export function linesOf(pieces: readonly LiquidPiece[]): LiquidPiece[][] {
  const lines: LiquidPiece[][] = [[]];
  for (const { kind, text } of pieces) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ kind, text: part });
    }
  }
  return lines;
}

/** The share of a name that may be wrong. */
const WRONG_MAX = 0.4;

/** The known name that is closest to one that nothing sets; undefined if all are too different. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const found = known
    .filter((each) => each !== name)
    .map((each) => ({ each, steps: stepsBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, steps }) => steps <= Math.max(name.length, each.length) * WRONG_MAX);
  // Of equally close names, one in the same object.
  found.sort((one, other) => one.steps - other.steps || rank(name, one.each) - rank(name, other.each));
  return found[0]?.each;
}

const rank = (name: string, other: string) => (variableRoot(name) === variableRoot(other) ? 0 : 1);

/** How many characters have to be added, removed or replaced. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const usesOf = (name: string) =>
  new RegExp(`(\\{\\{-?\\s*)${name.replace(/[^\p{L}\p{N}_]/gu, "\\$&")}(?![\\p{L}\\p{N}_.-])([^{}]*?)(\\s*-?\\}\\})`, "gu");

/** The template with another variable in place of this one. */
export function withVariable(template: string, name: string, other: string): string {
  return template.replace(usesOf(name), (_, open: string, rest: string, close: string) => `${open}${other}${rest}${close}`);
}

/** The template with an empty default at each use of the variable, and where the first default is to be written. */
export function withDefault(template: string, name: string): { text: string; caret: number } {
  const open = ' | default: "';
  const text = template.replace(usesOf(name), (use, before: string, filters: string, after: string) =>
    /\|\s*default\b/.test(filters) ? use : `${before}${name}${open}"${filters}${after}`,
  );
  return { text, caret: text.indexOf(`${name}${open}`) + name.length + open.length };
}
