import { InviteUsers } from "@callwright/contract";

const Address = InviteUsers.shape.emails.element;

export function isAddress(text: string): boolean {
  return Address.safeParse(text).success;
}

/**
 * The email addresses of a pasted text, in lower case and without duplicates: separated by commas, semicolons, lines or spaces, with or
 * without a name (`Ada <ada@example.com>`). Invalid addresses are kept as written, to be corrected.
 */
export function addressesOf(text: string): string[] {
  const found = text.split(/[,;\n\r\t]+/).flatMap((part) => {
    const bracketed = /<([^<>\s]+)>/.exec(part)?.[1];
    return bracketed === undefined ? part.split(/\s+/) : [bracketed];
  });
  return [...new Set(found.filter((each) => each !== "").map((each) => each.toLowerCase()))];
}

/** The entered addresses by what can be done with them. */
export function sortAddresses(addresses: readonly string[], memberAddresses: readonly string[]) {
  const known = new Set(memberAddresses.map((each) => each.toLowerCase()));
  return {
    invited: addresses.filter((each) => isAddress(each) && !known.has(each)),
    /** Invalid. */
    wrong: addresses.filter((each) => !isAddress(each)),
    /** Members already. */
    members: addresses.filter((each) => known.has(each)),
  };
}
