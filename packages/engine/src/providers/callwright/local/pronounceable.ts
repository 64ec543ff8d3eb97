const ANY_LETTER = /\p{L}/u;

/**
 * The text without what the voice cannot say: letters of other scripts, marks of formatting, pictures. The library would print them to
 * stderr, and what is said reaches no log.
 */
export function pronounceable(text: string, scripts: readonly string[]): string {
  const known = new RegExp(`[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("")}]`, "u");
  return [...text.replace(/[*_`#~|<>\p{Cc}\p{Co}\p{Cs}]+/gu, " ").replace(/\p{Extended_Pictographic}/gu, " ")]
    .map((character) => (ANY_LETTER.test(character) && !known.test(character) ? " " : character))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}
