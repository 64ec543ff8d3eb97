/** A piece of text that is synthesised at once. */
export interface Phrase {
  /** As written, white space at its end included, so that phrases put together are the text. */
  text: string;
  /** A sentence ends with it; else a clause, or the piece of a sentence that was too long. */
  endsSentence: boolean;
}

export interface PhraseLimits {
  /**
   * The first phrase may end at a clause of at least this length, so that its sound comes early: 30 characters are two seconds of sound, time
   * for the next. Default 12.
   */
  firstClauseMinCharacters: number;
}

const DEFAULT_LIMITS: PhraseLimits = { firstClauseMinCharacters: 12 };
/** Longest phrase, about eight seconds of sound. */
const MAX_CHARACTERS = 120;
const SENTENCE_END = /[.!?…]+["'”’)\]]*\s+|\n+/g;
const CLAUSE_END = /[,;:]\s+|\s[–—-]\s+/g;
/** A full stop after these ends no sentence; nor does one after a single letter. */
const ABBREVIATION = /(?:^|[\s(])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|St|No|vs|approx|e\.g|i\.e|etc)\.\s+$/i;

/**
 * Cuts text that arrives in pieces into phrases, each as soon as its end is certain.
 * `undefined` in the input ends what is there, as a flush does.
 */
export async function* splitPhrases(
  input: AsyncIterable<string | undefined>,
  { firstClauseMinCharacters }: PhraseLimits = DEFAULT_LIMITS,
): AsyncGenerator<Phrase> {
  let buffer = "";
  /** Absent after the first phrase. */
  let clauseMin: number | undefined = firstClauseMinCharacters;
  for await (const piece of input) {
    buffer += piece ?? "";
    for (;;) {
      const phrase = takePhrase(buffer, clauseMin, piece === undefined);
      if (!phrase) break;
      buffer = buffer.slice(phrase.text.length);
      if (phrase.text.trim() === "") continue;
      clauseMin = undefined;
      yield phrase;
    }
  }
  for (;;) {
    const phrase = takePhrase(buffer, clauseMin, true);
    if (!phrase) return;
    buffer = buffer.slice(phrase.text.length);
    if (phrase.text.trim() === "") continue;
    clauseMin = undefined;
    yield phrase;
  }
}

function takePhrase(buffer: string, clauseMin: number | undefined, atEnd: boolean): Phrase | undefined {
  const sentenceEnd = firstEnd(buffer, SENTENCE_END, (text) => !ABBREVIATION.test(text)) ?? (atEnd ? buffer.length : undefined);
  const clauseEnd = clauseMin === undefined ? undefined : firstEnd(buffer, CLAUSE_END, (text) => text.trim().length >= clauseMin);
  const end = Math.min(sentenceEnd ?? Number.POSITIVE_INFINITY, clauseEnd ?? Number.POSITIVE_INFINITY);
  if (end <= MAX_CHARACTERS) return end === 0 ? undefined : { text: buffer.slice(0, end), endsSentence: end === sentenceEnd };
  if (buffer.length <= MAX_CHARACTERS) return undefined;
  const cut = lastBreak(buffer.slice(0, MAX_CHARACTERS));
  return { text: buffer.slice(0, cut), endsSentence: false };
}

/** Where the first accepted match of `pattern` ends. */
function firstEnd(text: string, pattern: RegExp, accept: (before: string) => boolean): number | undefined {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (accept(text.slice(0, end))) return end;
  }
  return undefined;
}

/** Where to cut a sentence that is too long: after its last clause, else after its last word, else anywhere. */
function lastBreak(text: string): number {
  const clause = [...text.matchAll(CLAUSE_END)].at(-1);
  if (clause) return clause.index + clause[0].length;
  const space = text.lastIndexOf(" ");
  return space === -1 ? text.length : space + 1;
}
