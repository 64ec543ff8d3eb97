const E164 = /^\+[1-9]\d{1,14}$/;
const DIALABLE = /^\+?[a-zA-Z0-9]+$/;

/** Checks for E.164, unless `numberE164CheckEnabled` is false. */
export function hasDialableNumber(given: { number?: string | undefined; numberE164CheckEnabled?: boolean | undefined }): boolean {
  if (given.number === undefined) return true;
  return (given.numberE164CheckEnabled === false ? DIALABLE : E164).test(given.number);
}

export const NOT_DIALABLE = {
  path: ["number"],
  error: "must be an E.164 number like +14155550123, or set numberE164CheckEnabled to false and use letters and digits only",
};
