/** Does the text say one of the phrases? Any case, whole words, any spacing, straight or curly apostrophes. */
export function saysEndCallPhrase(text: string, phrases: readonly string[]): boolean {
  const said = ` ${plainWords(text)} `;
  return phrases.some((phrase) => {
    const words = plainWords(phrase);
    return words !== "" && said.includes(` ${words} `);
  });
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim();
}
