/** Letters and digits of a code, as the server makes them. */
export const USER_CODE_CHARACTERS = 8;

/** What was typed or pasted, as the server knows it: capitals and digits alone. */
export function userCodeOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** In two halves, as devices show it: `ABCD-EFGH`. */
export function shownUserCode(code: string): string {
  const half = USER_CODE_CHARACTERS / 2;
  return code.length > half ? `${code.slice(0, half)}-${code.slice(half)}` : code;
}
