/** Words shorter than this are too easily mistaken for others. */
const SHORT = 5;
const LONG = 7;

/** Whether a recognizer could confuse the words: one letter differs, two in a long word. Lower case. */
export function isSimilar(one: string, other: string): boolean {
  if (one === other) return true;
  const length = Math.min(one.length, other.length);
  const allowed = length < SHORT ? 0 : length < LONG ? 1 : 2;
  if (allowed === 0 || Math.abs(one.length - other.length) > allowed) return false;
  return distance(one, other) <= allowed;
}

/** Insertions, deletions, replacements and swaps of neighbors. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        replaced,
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The words of a text, and neighbors as one word: a recognizer hears "appointment" as "a point meant". */
export function wordsAndNeighbors(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== "");
  const joined = [2, 3].flatMap((count) => words.slice(count - 1).map((_, index) => words.slice(index, index + count).join("")));
  return [...words, ...joined];
}
