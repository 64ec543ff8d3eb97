const ANY_LETTER = /\p{L}/u;

/**
 * Removes what the voice cannot pronounce: letters of other scripts, formatting marks, pictures. The library would print them to stderr, and spoken
 * words must not reach a log.
 */
export function pronounceable(text: string, scripts: readonly string[]): string {
  const known = new RegExp(`[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("")}]`, "u");
  return [...text.replace(/[*_`#~|<>\p{Cc}\p{Co}\p{Cs}]+/gu, " ").replace(/\p{Extended_Pictographic}/gu, " ")]
    .map((character) => (ANY_LETTER.test(character) && !known.test(character) ? " " : character))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}
