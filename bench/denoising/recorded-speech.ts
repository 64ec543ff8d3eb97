import { readFile } from "node:fs/promises";
import path from "node:path";
import { decodeWav } from "../../packages/engine/src/media/decode-wav.ts";

/** From Debian's package pocketsphinx-testdata. */
const FOLDER = "/usr/share/pocketsphinx/test/data";
const TRANSCRIPTS = ["librivox/transcription", "cards/cards.transcription"];
/** `<s> seven of clubs  </s> (003)` */
const LINE = /^<s>\s*(.+?)\s*<\/s>\s*\((.+)\)$/gm;
const LONGEST_SECONDS = 30;

export interface Utterance {
  pcm: Int16Array;
  words: string[];
}

/** Sentences read aloud by people, with their texts. */
export async function recordedSpeech(): Promise<Utterance[]> {
  const found = await Promise.all(
    TRANSCRIPTS.map(async (transcript) => {
      const text = await readFile(path.join(FOLDER, transcript), "utf8");
      return [...text.matchAll(LINE)].map(([, words = "", name = ""]) => ({
        words: wordsOf(words),
        file: path.join(FOLDER, path.dirname(transcript), `${name}.wav`),
      }));
    }),
  );
  return Promise.all(
    found.flat().map(async ({ words, file }) => ({ words, pcm: await decodeWav(await readFile(file), LONGEST_SECONDS) })),
  );
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Words without case and punctuation, and small numbers as words. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll("mr.", "mister")
      .replaceAll("-", " ")
      .match(/[a-z']+|\d+/g) ?? [];
  return words.map((word) => (word === "mr" ? "mister" : (NUMBERS[Number(word)] ?? word)));
}

/** Words that were left out, added or changed (Levenshtein distance). */
export function wrongWords(said: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, index) => index + 1);
  row.unshift(0);
  for (const [index, word] of said.entries()) {
    const next = [index + 1];
    for (const [at, other] of heard.entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (word === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
