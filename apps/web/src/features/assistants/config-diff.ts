/** One field that differs. A list of plain values counts as one value. */
export interface ConfigChange {
  /** Dotted path. */
  path: string;
  before: unknown;
  after: unknown;
}

/** Fields of an assistant that are the server's own and not part of its configuration. */
const ENTITY_FIELDS = ["id", "orgId", "createdAt", "updatedAt", "latestVersion"];

/** An assistant without the server's own fields: what a draft holds. Fields the contract does not know stay. */
export function configOf(assistant: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(assistant).filter(([key]) => !ENTITY_FIELDS.includes(key)));
}

/** Every leaf that was added, removed or changed, in the order of the fields. The order of keys is no difference. */
export function configDiff(before: unknown, after: unknown, path = ""): ConfigChange[] {
  if (isBranch(before) && isBranch(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => configDiff(before[key], after[key], path ? `${path}.${key}` : key));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

/** Objects, and lists that hold objects, are looked into; everything else is a value. */
function isBranch(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) || value.some((item) => typeof item === "object" && item !== null);
}

export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Two texts line by line, by their longest common run of lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  // Equal ends are set aside first: the comparison in between takes time and memory by the product of the lengths.
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  const middle = middleDiff(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

/** How many unchanged lines stay around a change, to say where it is. */
const CONTEXT_LINES = 2;

/** A stretch of unchanged lines far from any change, by its length alone. */
interface SkippedLines {
  kind: "skipped";
  count: number;
}

/** A diff without what is far from any change. A stretch of one line is not worth leaving out. */
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

/** `lengths[i][j]`: how many lines the rest of `a` from i and the rest of `b` from j have in common, in order. */
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
