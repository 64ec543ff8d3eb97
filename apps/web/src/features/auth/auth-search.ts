import { searchOf, text, typed } from "../../kit/search-params.ts";
import { userCodeOf } from "./device/user-code.ts";

/** A path of the dashboard to open after the sign-in. Other addresses would be an open redirect. */
const returnTo = (value: unknown) => (typeof value === "string" && /^\/[^/\\]/.test(value) ? value : undefined);

export const returnToSearch = searchOf({ returnTo });

/** `invitation`: the id of the invitation, which allows the sign-up and sets the address. */
export const signUpSearch = searchOf({ returnTo, invitation: typed });

/** Parameters of a mail's link. */
export const mailLinkSearch = searchOf({ token: typed });

/** Error code of a failed social sign-in: the provider's or ours. */
export const socialFailedSearch = searchOf({ error: text, provider: text });

export function socialFailedPath(provider: string): string {
  return `/sign-in-failed?${new URLSearchParams({ provider })}`;
}

/** The code of a device. Without it, the user types it. */
export const deviceSearch = searchOf({ user_code: (value) => userCodeOf(typed(value) ?? "") || undefined });
