import { createHmac } from "node:crypto";
import type { PersonKind } from "@callwright/contract";
import type { Secrets } from "../secrets/secrets.ts";

/** What names a person, in the one form in which it is compared: `number +4930123456`, `sip ann@pbx.example.com`. */
export interface PersonKey {
  kind: PersonKind;
  value: string;
}

const SIP = /^sips?:([^@;?\s]{1,128})@([^@;:?>\s]{1,253})/i;
const EMAIL = /^[^@\s<>]{1,128}@[^@\s<>]{1,253}$/;
/** People write numbers with these. */
const SEPARATORS = /[\s()./\u00a0\u2011-]/g;
const INTERNATIONAL = /^\+\d{2,15}$/;
/** Shorter ones are extensions of a telephone system: they stay as they are. */
const EXTENSION_MAX = 6;
const MAX_CHARACTERS = 400;

/**
 * The keys of a text that is a number or an address as a whole; none for any other text. A SIP address whose user is a telephone number has
 * the key of the number, too. `isNumber`: the text stands where only numbers stand, so it needs no `+`.
 */
export function personKeys(text: string, { isNumber = false } = {}): PersonKey[] {
  if (text.length > MAX_CHARACTERS) return [];
  const bare = text.trim().replace(/^(tel|mailto):/i, "");
  const [, user, host] = SIP.exec(bare) ?? [];
  if (user !== undefined && host !== undefined)
    return [{ kind: "sip", value: `${user}@${host}`.toLowerCase() }, ...dialed(user.replace(/[~_-]/g, ""))];
  if (EMAIL.test(bare)) return [{ kind: "email", value: bare.toLowerCase() }];
  const digits = bare.replace(SEPARATORS, "");
  if (INTERNATIONAL.test(digits)) return [{ kind: "number", value: digits }];
  if (!isNumber) return [];
  const number = dialed(digits);
  return number.length > 0 || digits === "" ? number : [{ kind: "number", value: digits.toLowerCase() }];
}

/** A number of more digits than an extension has: in E.164, with or without `+` or `00`. */
function dialed(text: string): PersonKey[] {
  const digits = /^(?:\+|00)?(\d{2,15})$/.exec(text)?.[1] ?? "";
  return digits.length > EXTENSION_MAX ? [{ kind: "number", value: `+${digits}` }] : [];
}

/** Fields that hold nothing but numbers. */
const NUMBER_FIELDS: ReadonlySet<string> = new Set(["number", "phoneNumber"]);

/** Every text in a JSON value that names a person as a whole, and the others: ids are among these. */
export function* textsIn(value: unknown, field = ""): Generator<{ text: string; keys: PersonKey[] }> {
  if (typeof value === "string") yield { text: value, keys: personKeys(value, { isNumber: NUMBER_FIELDS.has(field) }) };
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each, field);
  else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) yield* textsIn(each, name);
}

/** A keyed hash, which nobody can try numbers against without the server's secret. It differs from organization to organization. */
export function hashPerson({ people }: Pick<Secrets, "people">, orgId: string, { kind, value }: PersonKey): string {
  return createHmac("sha256", people).update(`${orgId}\n${kind}\n${value}`).digest("hex");
}
