import type { FormattedText, VoiceFormat } from "./format/format-text.ts";
import type { Section } from "./section-queue.ts";

/** The end of a sentence, or of a line. */
const SENTENCE_END = /[.!?…]+["'”’)\]]*\s+|\n+/g;
/** The first phrase may end at a clause, so that its sound comes early. */
const CLAUSE_END = /[,;:]\s+|[.!?…]+["'”’)\]]*\s+|\n+/g;
const FIRST_MIN_CHARACTERS = 12;
/** Words that no format changes, whatever follows them: without digits and signs, with at most a first capital. */
const PLAIN_WORDS = /^\s*(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]*\s+)*/u;
/** The last words may belong to the following ones, as the month of a date does. */
const LAST_WORD = /\S+\s+$/;

interface Phrase extends FormattedText {
  /** Its start in the section, in the voice's input, and in the transcript's text. */
  rawStart: number;
  spokenStart: number;
  writtenStart: number;
}

export interface ReadingVoice {
  /** Rewrites a phrase. Absent: each piece of text is passed on unchanged. */
  format?: VoiceFormat | undefined;
  /** The first phrase is passed on word by word while its words are plain: no replacement spans several words. */
  takesWords?: boolean | undefined;
  push(text: string): void;
  end(): void;
}

/**
 * Reads a section to a voice as its text arrives, phrase by phrase if the voice has a format, and follows which of it is spoken. The voice decides
 * where its first sound ends, so it gets the plain words of the first phrase before the phrase is complete.
 */
export class SectionReading {
  readonly #section: Section;
  readonly #voice: ReadingVoice;
  readonly #phrases: Phrase[] = [];
  readonly #readFrom: number;
  /** The voice's input so far. */
  #given = "";
  /** The same text for the transcript, and how much of it has been announced. */
  #written = "";
  #writtenUntil = 0;
  #readUntil: number;
  /** The first phrase is not whole. */
  #isFirst = true;
  /** Where the search for the next passage in `#given` begins. */
  #spokenUntil = 0;

  /** Begins where the previous voice failed. */
  constructor(section: Section, voice: ReadingVoice) {
    this.#section = section;
    this.#voice = voice;
    this.#readFrom = section.spokenFrom;
    this.#readUntil = section.spokenFrom;
  }

  start(): void {
    this.#section.onText = (text) => this.#read(text === undefined);
    this.#read(this.#section.isWhole);
  }

  stop(): void {
    this.#section.onText = () => {};
  }

  /** The part of the voice's input that it has not begun to speak. */
  get unspoken(): string {
    return this.#given.slice(this.#spokenUntil);
  }

  /** The voice speaks this passage next. Returns its text in the transcript, "" if another passage contains it. */
  beginPassage(passage: string): string {
    const words = passage.trim();
    const found = words === "" ? -1 : this.#given.indexOf(words, this.#spokenUntil);
    if (found === -1) return passage;
    const isNext = this.#given.slice(this.#spokenUntil, found).trim() === "";
    const from = isNext ? this.#writtenUntil : this.#writtenOf(found);
    this.#spokenUntil = found + words.length;
    this.#writtenUntil = Math.max(from, this.#writtenOf(this.#spokenUntil));
    this.#section.spokenFrom = this.#rawOf(found);
    return this.#written.slice(from, this.#writtenUntil);
  }

  /** All sound of the passage is there. */
  endPassage(): void {
    const space = /^\s*/.exec(this.#given.slice(this.#spokenUntil))?.[0].length ?? 0;
    this.#section.spokenFrom = this.#rawOf(this.#spokenUntil + space);
  }

  /** The position in the section for a position in the voice's input. With a format, that is the beginning of its phrase. */
  #rawOf(given: number): number {
    if (given >= this.#given.length) return this.#readUntil;
    const phrase = this.#phrases.findLast(({ spokenStart }) => spokenStart <= given);
    if (!phrase) return this.#section.spokenFrom;
    return this.#voice.format ? phrase.rawStart : phrase.rawStart + given - phrase.spokenStart;
  }

  /** The position in `#written` for a position in the voice's input. */
  #writtenOf(given: number): number {
    const phrase = this.#phrases.findLast(({ spokenStart }) => spokenStart <= given);
    return phrase ? phrase.writtenStart + placeIn(phrase, given - phrase.spokenStart) : 0;
  }

  #read(isWhole: boolean): void {
    for (;;) {
      const rest = this.#section.text.slice(this.#readUntil);
      const length = this.#voice.format && !isWhole ? this.#phraseLength(rest) : rest.length;
      if (length === 0) break;
      this.#give(rest.slice(0, length));
    }
    if (isWhole) this.#voice.end();
  }

  /** Up to the end of the last whole sentence; 0 when there is none yet. */
  #phraseLength(text: string): number {
    if (!this.#isFirst) return lastEnd(text, SENTENCE_END);
    const begun = this.#readUntil - this.#readFrom;
    const ends = [...text.matchAll(CLAUSE_END)].map(({ index, 0: end }) => index + end.length);
    const end = ends.find((each) => begun + each >= FIRST_MIN_CHARACTERS);
    if (end !== undefined) {
      this.#isFirst = false;
      return end;
    }
    return this.#voice.takesWords ? plainLength(text) : 0;
  }

  #give(text: string): void {
    const { format } = this.#voice;
    const [, words = "", space = ""] = /^(.*?)(\s*)$/s.exec(text) ?? [];
    const { written, spoken } = format?.(words) ?? { written: words, spoken: words };
    this.#phrases.push({
      rawStart: this.#readUntil,
      spokenStart: this.#given.length,
      writtenStart: this.#written.length,
      written: written + space,
      spoken: spoken + space,
    });
    this.#readUntil += text.length;
    this.#written += written + space;
    this.#given += spoken + space;
    this.#voice.push(spoken + space);
  }
}

/** The index in `written` that matches an index in `spoken`. Between two rewritten words it is the end of the nearest word. */
function placeIn({ written, spoken }: FormattedText, place: number): number {
  if (written === spoken) return place;
  const rest = spoken.slice(place);
  const near = written.startsWith(spoken.slice(0, place))
    ? place
    : written.endsWith(rest)
      ? written.length - rest.length
      : Math.round((place * written.length) / spoken.length);
  return /\s/.test(written.charAt(near - 1)) ? near : near + (/^\S*/.exec(written.slice(near))?.[0].length ?? 0);
}

function lastEnd(text: string, pattern: RegExp): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** Length of the plain words at the text's beginning, without the last word. */
function plainLength(text: string): number {
  const [words = ""] = PLAIN_WORDS.exec(text) ?? [];
  return words.replace(LAST_WORD, "").length;
}
