import { createHash, randomInt } from "node:crypto";

/** Digits and letters that nobody confuses (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits. */
const CHARACTERS = 16;

/** A code for the operator of a restored server, as `4F7K-92QM-1XTB-C0DE`. */
export function newRestoreCode(): string {
  const characters = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return (characters.match(/.{4}/g) ?? []).join("-");
}

/** The same for a code however it is typed. A code is long enough for a hash that takes no time. */
export function hashRestoreCode(code: string): string {
  const read = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return createHash("sha256").update(read).digest("hex");
}
