import { normalizeWords } from "@callwright/contract";

/** Does the text say one of the phrases? Any case, whole words, any spacing, straight or curly apostrophes. */
export function saysEndCallPhrase(text: string, phrases: readonly string[]): boolean {
  const said = ` ${normalizeWords(text)} `;
  return phrases.some((phrase) => {
    const words = normalizeWords(phrase);
    return words !== "" && said.includes(` ${words} `);
  });
}
