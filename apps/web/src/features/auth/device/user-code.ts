/** Letters and digits of the server's codes. */
export const USER_CODE_CHARACTERS = 8;

/** The typed code in the server's form: capitals and digits only. */
export function userCodeOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** In two halves, as shown on devices: `ABCD-EFGH`. */
export function shownUserCode(code: string): string {
  const half = USER_CODE_CHARACTERS / 2;
  return code.length > half ? `${code.slice(0, half)}-${code.slice(half)}` : code;
}
