/** Words of the longest run that is looked for. */
const RUN_MAX_WORDS = 40;
/** Minimum words of a run of repetitions, such as "no no no": a shorter one may be intended. */
const EMPTY_RUN_MIN_WORDS = 16;
/** A run with this many words, and this many different ones, has a meaning: it may not be spoken three times in a row. */
const FULL_RUN = { words: 3, different: 3 };
/**
 * Shorter sentences, such as "Thank you.", may be repeated, but not three times in a row; sentences of one word, such as "No.", may. In characters;
 * below, for scripts with a syllable or a word in each.
 */
const FULL_RUN_WITHOUT_SPACES = { words: 5, different: 4 };
/**
 * Shorter sentences, such as "Thank you.", may be said again, but not three times in a row; those of one word, such as "No.", may. In characters;
 * below, in scripts with a syllable or a word in each.
 */
const SENTENCE_MIN_CHARACTERS = 10;
const DENSE_SENTENCE_MIN_CHARACTERS = 5;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const PIECES = new RegExp(
  `\\s+|${WITHOUT_SPACES.source}[。！？]*|(?:(?!${WITHOUT_SPACES.source})[^\\s。！？])+[。！？]*|[。！？]+`,
  "gu",
);
const TIMES = 3;
const WORD_MAX_CHARACTERS = 200;

const SENTENCE_END = /[.!?…。！？]["'”’)\]]*$/u;

/**
 * Detects a model that repeats itself: the same sentence for the third time, or the same words three times in a row in a text without sentences. Text
 * is passed on as it comes. Only a possible third repetition waits until that is certain, so that it is never spoken. Code and JSON are naturally
 * repetitive, so they are passed on.
 */
export class Repetition {
  /** The answer has ended: held text is dropped. */
  isOver = false;
  /** Counts of sentences, by their words. */
  readonly #counts = new Map<string, number>();
  readonly #twice: string[] = [];
  readonly #words: string[] = [];
  /** By the length of a run: how many of the last words equal those that many words earlier. */
  readonly #equal = new Array<number>(RUN_MAX_WORDS + 1).fill(0);
  #sentence = "";
  #sentenceBefore = "";
  #timesInARow = 0;
  #word = "";
  /** The word ends without a following space. */
  #isWordOver = false;
  #held = "";
  #isHolding = false;
  #isCode = false;
  #isJson: boolean | undefined;

  /** The part of the text that can be spoken now. */
  add(text: string): string {
    let out = "";
    for (const [piece] of text.matchAll(PIECES)) {
      if (this.isOver) return out;
      this.#isJson ??= piece.trim() === "" ? undefined : /^[{[]/.test(piece);
      const isSpace = piece.trim() === "";
      if (isSpace || (this.#isWordOver && !/^[。！？]/u.test(piece))) out += this.#endWord();
      if (this.isOver) return out;
      if (!isSpace && this.#word.length < WORD_MAX_CHARACTERS) this.#word += piece;
      this.#isWordOver = /[。！？]$/u.test(piece) || WITHOUT_SPACES.test(piece);
      if (this.#isHolding) this.#held += piece;
      else out += piece;
    }
    return out;
  }

  /** What was held back at the end of the answer. */
  end(): string {
    return this.isOver ? "" : this.#endWord() + this.#release();
  }

  /** Returns the text that can be spoken because this word is complete. */
  #endWord(): string {
    const word = this.#word;
    this.#word = "";
    if (word === "") return "";
    if (word.startsWith("```")) this.#isCode = !this.#isCode;
    if (this.#isCode || this.#isJson) return this.#release();
    const plain = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const isRepeated = this.#endsSentence(plain, SENTENCE_END.test(word)) || this.#endsRun(plain);
    if (isRepeated) {
      this.isOver = true;
      this.#held = "";
      return "";
    }
    this.#isHolding = this.#mayRepeatSentence() || this.#mayRepeatRun();
    return this.#isHolding ? "" : this.#release();
  }

  #release(): string {
    const held = this.#held;
    this.#held = "";
    this.#isHolding = false;
    return held;
  }

  /** True if the word ends a sentence that was spoken twice before. */
  #endsSentence(word: string, isEnd: boolean): boolean {
    if (word !== "") this.#sentence += this.#sentence === "" ? word : ` ${word}`;
    if (!isEnd) return false;
    const sentence = this.#sentence;
    this.#sentence = "";
    this.#timesInARow = sentence === this.#sentenceBefore ? this.#timesInARow + 1 : 1;
    this.#sentenceBefore = sentence;
    const isDense = DENSE.test(sentence);
    // If characters count as words, two of them may be one word.
    const characters = isDense ? sentence.replaceAll(" ", "").length : sentence.length;
    if (this.#timesInARow >= TIMES && sentence.includes(" ") && !(isDense && characters < 3)) return true;
    if (characters < (isDense ? DENSE_SENTENCE_MIN_CHARACTERS : SENTENCE_MIN_CHARACTERS)) return false;
    const count = (this.#counts.get(sentence) ?? 0) + 1;
    this.#counts.set(sentence, count);
    if (count === TIMES - 1) this.#twice.push(sentence);
    return count >= TIMES;
  }

  #mayRepeatSentence(): boolean {
    const { length } = this.#sentence;
    const inARow = this.#timesInARow === TIMES - 1 ? [this.#sentenceBefore] : [];
    return [...this.#twice, ...inARow].some(
      (sentence) => length === 0 || (length < sentence.length && sentence.startsWith(`${this.#sentence} `)),
    );
  }

  /** True when the word ends a run of words for the last time that is allowed. */
  #endsRun(word: string): boolean {
    if (word === "") return false;
    const { length } = this.#words;
    this.#words.push(word);
    let isRepeated = false;
    for (let size = 1; size <= RUN_MAX_WORDS; size++) {
      const equal = size <= length && this.#words[length - size] === word ? (this.#equal[size] ?? 0) + 1 : 0;
      this.#equal[size] = equal;
      isRepeated ||= equal >= size * (TIMES - 1) && equal >= size * (this.#timesOf(size) - 1);
    }
    return isRepeated;
  }

  #mayRepeatRun(): boolean {
    for (let size = 1; size <= RUN_MAX_WORDS; size++) {
      const equal = this.#equal[size] ?? 0;
      if (equal >= size * (TIMES - 2) && equal >= size * (this.#timesOf(size) - 2)) return true;
    }
    return false;
  }

  /** How often a run of the last words may not be said. */
  #timesOf(size: number): number {
    const full = WITHOUT_SPACES.test(this.#words.at(-1) ?? "") ? FULL_RUN_WITHOUT_SPACES : FULL_RUN;
    const isFull = size >= full.words && new Set(this.#words.slice(-size)).size >= full.different;
    return isFull ? TIMES : Math.max(TIMES, Math.ceil(EMPTY_RUN_MIN_WORDS / size));
  }
}
