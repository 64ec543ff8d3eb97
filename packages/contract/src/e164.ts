const E164 = /^\+[1-9]\d{1,14}$/;
const DIALABLE = /^\+?[a-zA-Z0-9]+$/;

/** Is the number in the form the object asks for? E.164 unless it says that any will do. */
export function hasDialableNumber(given: { number?: string | undefined; numberE164CheckEnabled?: boolean | undefined }): boolean {
  if (given.number === undefined) return true;
  return (given.numberE164CheckEnabled === false ? DIALABLE : E164).test(given.number);
}

/** What is said of one that is not. */
export const NOT_DIALABLE = {
  path: ["number"],
  error:
    "must be an E.164 number like +14155550123; another form needs numberE164CheckEnabled: false, and letters and digits only",
};
