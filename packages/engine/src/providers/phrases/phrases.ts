import { type ChunkPlan, PLAN_DEFAULTS, PUNCTUATION_BOUNDARIES } from "@callwright/contract";
import type { NowMs } from "../../model/call-clock.ts";

/** A piece of text that is synthesised at once. */
export interface Phrase {
  /** The original text, including white space at its end, so that joined phrases give the whole text. */
  text: string;
  /** The phrase ends a sentence. False: it ends a clause, or a piece of a sentence that was too long. */
  endsSentence: boolean;
}

export interface PhraseLimits {
  /**
   * The first phrase may end at a clause of at least this length, so that its sound comes early: 30 characters are two seconds of sound, time
   * for the next. Default 12.
   */
  firstClauseMinCharacters: number;
  /** The assistant's own rule, see `chunkRule`. */
  chunks?: ChunkRule | undefined;
}

/** Every phrase ends at the first of these ends after this many characters. */
export interface ChunkRule {
  minCharacters: number;
  end: RegExp;
}

export const DEFAULT_LIMITS: PhraseLimits = { firstClauseMinCharacters: 12 };
/**
 * A model has kept the first phrase open for this long: 7 tokens of a model that writes 50 a second. The phrase then ends at any clause of the default
 * length, or before a word that begins a part of the sentence.
 */
const SLOW_MS = 150;
const PART_MIN_CHARACTERS = 20;
/** Where a speaker may pause without a comma. English alone: other languages wait for the comma. */
const PART_BEGIN =
  /\s+(?=(?:after|although|and|because|before|but|from|if|or|since|so|unless|until|when|where|which|while|who)\s)/gi;
/** Longest phrase, about eight seconds of sound. */
const MAX_CHARACTERS = 120;
const SENTENCE_END = /[.!?…]+["'”’)\]]*\s+|\n+/g;
const SENTENCE_MARK = /[.!?…。।॥]["'”’)\]]*\s*$|\n\s*$/;
const CLAUSE_END = /[,;:]\s+|\s[–—-]\s+/g;
/** A full stop after these, or after a single letter, ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|St|No|vs|approx|e\.g|i\.e|etc)\.\s+$/i;

/** Punctuation of scripts without a following space. */
const FULL_WIDTH = /[。，।॥]/;

/** The assistant's own rule for phrases. Undefined: the voice decides. */
export function chunkRule(plan: ChunkPlan | undefined): ChunkRule | undefined {
  const { enabled = true, minCharacters, punctuationBoundaries } = plan ?? {};
  if (!enabled || (minCharacters === undefined && punctuationBoundaries === undefined)) return undefined;
  const marks = punctuationBoundaries ?? PUNCTUATION_BOUNDARIES;
  const escaped = (some: readonly string[]) => some.map((mark) => mark.replace(/[.!?;)|:,]/g, "\\$&")).join("|") || "(?!)";
  const [tight, spaced] = [marks.filter((mark) => FULL_WIDTH.test(mark)), marks.filter((mark) => !FULL_WIDTH.test(mark))];
  const end = new RegExp(`(?:${escaped(tight)})\\s*|(?:${escaped(spaced)})["'”’)\\]]*\\s+|\\n+`, "g");
  return { minCharacters: minCharacters ?? PLAN_DEFAULTS.chunk.minCharacters, end };
}

/**
 * Cuts text that arrives in pieces into phrases, each as soon as its end is certain. `undefined` in the input ends the current phrase, as a flush
 * does.
 */
export async function* splitPhrases(
  input: AsyncIterable<string | undefined>,
  { firstClauseMinCharacters, chunks }: PhraseLimits = DEFAULT_LIMITS,
  now: NowMs = () => performance.now(),
): AsyncGenerator<Phrase> {
  let buffer = "";
  let begunMs: number | undefined;
  /** Absent after the first phrase. */
  let clauseMin: number | undefined = firstClauseMinCharacters;
  const isSlow = () => clauseMin !== undefined && begunMs !== undefined && now() - begunMs >= SLOW_MS;
  const take = (text: string, atEnd: boolean) =>
    chunks ? takeChunk(text, chunks, atEnd) : takePhrase(text, { clauseMin, isSlow: isSlow(), atEnd });
  for await (const piece of input) {
    buffer += piece ?? "";
    if (buffer.trim() !== "") begunMs ??= now();
    for (;;) {
      const phrase = take(buffer, piece === undefined);
      if (!phrase) break;
      buffer = buffer.slice(phrase.text.length);
      if (phrase.text.trim() === "") continue;
      clauseMin = undefined;
      yield phrase;
    }
  }
  for (;;) {
    const phrase = take(buffer, true);
    if (!phrase) return;
    buffer = buffer.slice(phrase.text.length);
    if (phrase.text.trim() === "") continue;
    clauseMin = undefined;
    yield phrase;
  }
}

interface Taking {
  /** Least characters of a clause that is the first phrase. */
  clauseMin: number | undefined;
  /** The first phrase is awaited. */
  isSlow: boolean;
  atEnd: boolean;
}

function takePhrase(buffer: string, { clauseMin, isSlow, atEnd }: Taking): Phrase | undefined {
  const sentenceEnd = firstEnd(buffer, SENTENCE_END, (text) => !ABBREVIATION.test(text)) ?? (atEnd ? buffer.length : undefined);
  const hasLength = (min: number) => (text: string) => text.trim().length >= min;
  const ends = [sentenceEnd];
  if (clauseMin !== undefined) ends.push(firstEnd(buffer, CLAUSE_END, hasLength(clauseMin)));
  if (isSlow) {
    ends.push(firstEnd(buffer, CLAUSE_END, hasLength(DEFAULT_LIMITS.firstClauseMinCharacters)));
    ends.push(firstEnd(buffer, PART_BEGIN, hasLength(PART_MIN_CHARACTERS)));
  }
  const end = Math.min(...ends.map((each) => each ?? Number.POSITIVE_INFINITY));
  return cutAt(buffer, end, () => end === sentenceEnd);
}

function takeChunk(buffer: string, { minCharacters, end: pattern }: ChunkRule, atEnd: boolean): Phrase | undefined {
  const isLongEnough = (text: string) => text.trim().length >= minCharacters && !ABBREVIATION.test(text);
  const end = firstEnd(buffer, pattern, isLongEnough) ?? (atEnd ? buffer.length : Number.POSITIVE_INFINITY);
  return cutAt(buffer, end, (text) => (atEnd && text === buffer) || SENTENCE_MARK.test(text));
}

/** A phrase up to `end`, or up to the maximum length. */
function cutAt(buffer: string, end: number, endsSentence: (text: string) => boolean): Phrase | undefined {
  const text = buffer.slice(0, end);
  if (end <= MAX_CHARACTERS) return end === 0 ? undefined : { text, endsSentence: endsSentence(text) };
  if (buffer.length <= MAX_CHARACTERS) return undefined;
  const cut = lastBreak(buffer.slice(0, MAX_CHARACTERS));
  return { text: buffer.slice(0, cut), endsSentence: false };
}

/** The end of the first accepted match of `pattern`. */
function firstEnd(text: string, pattern: RegExp, accept: (before: string) => boolean): number | undefined {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (accept(text.slice(0, end))) return end;
  }
  return undefined;
}

/** Where to cut a sentence that is too long: after its last clause, or else after its last word, or else anywhere. */
function lastBreak(text: string): number {
  const clause = [...text.matchAll(CLAUSE_END)].at(-1);
  if (clause) return clause.index + clause[0].length;
  const space = text.lastIndexOf(" ");
  return space === -1 ? text.length : space + 1;
}

/** As providers count: an emoji is one character. */
export const countCharacters = (text: string): number => [...text].length;
