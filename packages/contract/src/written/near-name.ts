/** Names this short are other names when a letter differs. */
const SHORT = 4;
/** A typo changes at most one letter in so many. */
const LETTERS_PER_TYPO = 4;

/** The known name that was probably meant: the same but for case, hyphens and underscores, or one typo in four letters away. */
export function nearName(name: string, known: Iterable<string>): string | undefined {
  const wanted = plain(name);
  const allowed = wanted.length < SHORT ? 0 : Math.floor(wanted.length / LETTERS_PER_TYPO);
  let nearest: { name: string; typos: number } | undefined;
  for (const each of known) {
    if (Math.abs(each.length - name.length) > allowed + 2) continue;
    const typos = typosBetween(wanted, plain(each));
    if (typos <= allowed && (!nearest || typos < nearest.typos)) nearest = { name: each, typos };
  }
  return nearest?.name;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "");

/** Letters to add, to leave out, to replace or to swap with the next one. */
function typosBetween(one: string, other: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last ?? [], row];
  }
  return last?.[other.length] ?? 0;
}
