/** The lines of a value: a text as it is, anything else as JSON. */
export function textOf(value: unknown): string[] {
  if (value === undefined) return [];
  return (typeof value === "string" ? value : JSON.stringify(value, null, 2)).split("\n");
}

export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** A line diff of two texts, by their longest common subsequence. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  // Skip equal starts and ends first: the comparison takes time and memory by the product of the lengths.
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  const middle = middleDiff(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 2;

/** A collapsed run of unchanged lines. */
interface SkippedLines {
  kind: "skipped";
  count: number;
}

/** A diff with distant unchanged lines collapsed. A run of one line is kept. */
export function withContext(lines: readonly DiffLine[]): (DiffLine | SkippedLines)[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same"),
  );
  const shown: (DiffLine | SkippedLines)[] = [];
  for (let index = 0; index < lines.length; ) {
    const [line, nextNear] = [lines[index], isNear.indexOf(true, index)];
    const skipped = (nextNear < 0 ? lines.length : nextNear) - index;
    if (skipped > 1) shown.push({ kind: "skipped", count: skipped });
    else if (line) shown.push(line);
    index += Math.max(1, skipped);
  }
  return shown;
}

function middleDiff(a: readonly string[], b: readonly string[]): DiffLine[] {
  const common = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      i++;
      j++;
    } else if (right === undefined || (left !== undefined && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      lines.push({ kind: "removed", text: left ?? "" });
      i++;
    } else {
      lines.push({ kind: "added", text: right });
      j++;
    }
  }
  return lines;
}

/** `lengths[i][j]`: length of the longest common subsequence of `a` from i and `b` from j. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths: number[][] = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? [];
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (lengths[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
