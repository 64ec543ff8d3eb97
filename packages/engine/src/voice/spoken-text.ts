import type { TimedWord } from "@callwright/contract";

/** A stretch of text the voice speaks from `startMs` on, in the time of the utterance. */
interface Passage {
  text: string;
  startMs: number;
}

/** How fast flite and people read aloud, for passages whose end is not known: 15 characters a second. */
const MS_PER_CHARACTER = 1000 / 15;

/**
 * What an utterance says when: passages (sentences, or words) as the voice announces them, with its audio.
 * Inside a passage words are placed by their share of its characters.
 */
export class SpokenText {
  #passages: Passage[] = [];
  #audioMs = 0;

  /** A passage begins with the audio added next, or later when the voice says so. */
  addPassage(text: string, startMs = 0): void {
    this.#passages.push({ text, startMs: Math.max(startMs, this.#audioMs) });
  }

  addAudio(durationMs: number): void {
    this.#audioMs += durationMs;
  }

  get text(): string {
    return tidy(this.#passages.map(({ text }) => text).join(" "));
  }

  /** How many passages have begun by then. */
  countBegunBy(playedMs: number): number {
    return this.#passages.filter(({ startMs }) => startMs <= playedMs).length;
  }

  /** All passages that have begun by then, whole. */
  textBegunBy(playedMs: number): string {
    return tidy(
      this.#passages
        .slice(0, this.countBegunBy(playedMs))
        .map(({ text }) => text)
        .join(" "),
    );
  }

  /** The words whose first half was heard, with their starts in the time of the utterance. */
  wordsUntil(playedMs: number): TimedWord[] {
    return this.#words()
      .filter(({ startMs, endMs }) => (startMs + endMs) / 2 <= playedMs)
      .map(({ text, startMs }) => ({ text, startMs }));
  }

  #words(): { text: string; startMs: number; endMs: number }[] {
    return this.#passages.flatMap(({ text, startMs }, index) => {
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

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
