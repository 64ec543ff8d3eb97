import { type ReturnToSearch, returnToSearch } from "../return-to.ts";

interface SignUpSearch extends ReturnToSearch {
  /** Id of the invitation, which allows the sign-up and sets the address. */
  invitation?: string;
}

export function signUpSearch(search: Record<string, unknown>): SignUpSearch {
  return { ...returnToSearch(search), ...textOf(search, "invitation") };
}

/** Parameters of a mail's link. */
interface MailLinkSearch {
  token?: string;
}

export function mailLinkSearch(search: Record<string, unknown>): MailLinkSearch {
  return textOf(search, "token");
}

function textOf<Name extends string>(search: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const value = search[name];
  // The router reads digits as a number.
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? ({ [name]: text } as { [Key in Name]: string }) : {};
}
