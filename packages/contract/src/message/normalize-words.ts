/** Lowercase words with one space between them, without punctuation. Apostrophes are dropped: "That’s it!" becomes "thats it". */
export function normalizeWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/['\u2018\u2019]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
