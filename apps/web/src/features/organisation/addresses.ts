import { InviteUsers } from "@callwright/contract";

const Address = InviteUsers.shape.emails.element;

export function isAddress(text: string): boolean {
  return Address.safeParse(text).success;
}

/**
 * The e-mail addresses of a pasted text, in small letters and each once: separated by commas, semicolons, lines or spaces, with or
 * without a name (`Ada <ada@example.com>`). What is no address stays as it was written, to be mended.
 */
export function addressesOf(text: string): string[] {
  const found = text.split(/[,;\n\r\t]+/).flatMap((part) => {
    const bracketed = /<([^<>\s]+)>/.exec(part)?.[1];
    return bracketed === undefined ? part.split(/\s+/) : [bracketed];
  });
  return [...new Set(found.filter((each) => each !== "").map((each) => each.toLowerCase()))];
}

/** What can be done with each address that was entered. */
export interface SortedAddresses {
  invited: string[];
  /** Are no addresses. */
  wrong: string[];
  /** Belong to the organisation already. */
  members: string[];
}

export function sortAddresses(addresses: readonly string[], memberAddresses: readonly string[]): SortedAddresses {
  const known = new Set(memberAddresses.map((each) => each.toLowerCase()));
  return {
    invited: addresses.filter((each) => isAddress(each) && !known.has(each)),
    wrong: addresses.filter((each) => !isAddress(each)),
    members: addresses.filter((each) => known.has(each)),
  };
}
