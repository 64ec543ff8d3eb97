/** A part of a text, with where it begins. */
interface TextPart {
  text: string;
  at: number;
  isMarked: boolean;
}

const SHORTEST = 3;
/** Endings that words of one stem differ by: "deliver", "delivery", "delivered". */
const ENDING_MAX = 3;
const FILLERS = new Set(
  "the and for are was were you your can could will would does did how what when where who why which with from that this has have had not but any all there their about into".split(
    " ",
  ),
);

/** A text in parts, with the words that a question has marked, also in another form. */
export function markedParts(text: string, question: string): TextPart[] {
  const asked = wordsOf(question).filter((word) => word.length >= SHORTEST && !FILLERS.has(word));
  const parts: TextPart[] = [];
  let end = 0;
  const add = (from: number, to: number, isMarked: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), at: from, isMarked });
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!asked.some((each) => isSameStem(each, word.toLowerCase()))) continue;
    add(end, index, false);
    end = index + word.length;
    add(index, end, true);
  }
  add(end, text.length, false);
  return parts;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isSameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  const rest = Math.max(a.length, b.length) - same;
  return same >= SHORTEST && rest <= ENDING_MAX && shorter - same <= 1;
}
