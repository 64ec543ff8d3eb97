import type { TimedWord } from "@callwright/contract";

/** A text that the voice speaks from `startMs` on, in the time of the utterance. */
interface Passage {
  text: string;
  startMs: number;
}

/** Reading speed for passages without a known end: 15 characters a second. */
const MS_PER_CHARACTER = 1000 / 15;

/**
 * The text of an utterance with its times: passages (sentences or words) as the voice announces them. Words inside a passage are placed by their
 * share of its characters.
 */
export class SpokenText {
  #passages: Passage[] = [];
  #audioMs = 0;

  /** Begins a passage with the next audio, or at `startMs` if that is later. */
  addPassage(text: string, startMs = 0): void {
    this.#passages.push({ text, startMs: Math.max(startMs, this.#audioMs) });
  }

  addAudio(durationMs: number): void {
    this.#audioMs += durationMs;
  }

  get text(): string {
    return this.textFrom(0);
  }

  get passageCount(): number {
    return this.#passages.length;
  }

  get audioMs(): number {
    return this.#audioMs;
  }

  /** The text from a passage on, up to but without another. */
  textFrom(passage: number, until = this.#passages.length): string {
    return joined(this.#passages.slice(passage, until));
  }

  /** The number of passages that have begun at `playedMs`. */
  countBegunBy(playedMs: number): number {
    return this.#passages.filter(({ startMs }) => startMs < playedMs).length;
  }

  /** The whole text of all passages that have begun at `playedMs`. */
  textBegunBy(playedMs: number, from = 0): string {
    return this.textFrom(from, this.countBegunBy(playedMs));
  }

  /** Words that were at least half heard, from a passage on, with their starts in the time of the utterance. */
  wordsUntil(playedMs: number, from = 0, until = this.#passages.length): TimedWord[] {
    return this.#words()
      .slice(from, until)
      .flat()
      .filter(({ startMs, endMs }) => (startMs + endMs) / 2 <= playedMs)
      .map(({ text, startMs }) => ({ text, startMs }));
  }

  /** The words by passage. */
  #words(): { text: string; startMs: number; endMs: number }[][] {
    return this.#passages.map(({ text, startMs }, index) => {
      const endMs = this.#passages[index + 1]?.startMs ?? Math.max(this.#audioMs, startMs);
      return placeWords(text, startMs, endMs > startMs ? endMs : startMs + text.length * MS_PER_CHARACTER);
    });
  }
}

/** Spreads words over a time span by their length. */
export function placeWords(text: string, startMs: number, endMs: number): { text: string; startMs: number; endMs: number }[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const characters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    const from = startMs + ((endMs - startMs) * before) / characters;
    before += word.length + 1;
    const until = startMs + ((endMs - startMs) * before) / characters;
    return { text: word, startMs: Math.round(from), endMs: Math.round(until) };
  });
}

function joined(passages: readonly Passage[]): string {
  return passages
    .map(({ text }) => text)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}
