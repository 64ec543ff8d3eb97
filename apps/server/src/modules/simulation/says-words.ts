import { normalizeWords } from "@callwright/contract";

/** Does a text have these words in a row, regardless of case, punctuation and spaces? Words of nothing but signs are compared as they are. */
export function saysWords(text: string, words: string): boolean {
  const wanted = normalizeWords(words);
  return wanted === "" ? text.includes(words.trim()) : ` ${normalizeWords(text)} `.includes(` ${wanted} `);
}
