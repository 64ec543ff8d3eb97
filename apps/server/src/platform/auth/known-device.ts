import { createHmac, randomBytes } from "node:crypto";
import { COOKIE_MAX_AGE_SECONDS } from "@callwright/contract";
import type { GenericEndpointContext } from "better-auth";

/** A browser that people have signed in with. Its cookie is signed, so that only a sign-in makes one. */
interface KnownDevice {
  id: string;
  /** The accounts that have signed in there, the last one first: hashes of their addresses. */
  accounts: string[];
}

/** A family's computer. Together they are shorter than any browser's limit for a cookie. */
const MAX_ACCOUNTS = 8;
const COOKIE = "known_device";
const ID_BYTES = 16;

/**
 * The devices that know an account: strangers who guess at its password lock out other strangers, but never these devices (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies").
 */
export function createKnownDevices(hashKey: string) {
  const accountOf = (email: string) => createHmac("sha256", hashKey).update(`account:${email.toLowerCase()}`).digest("base64url");
  const cookieOf = (ctx: GenericEndpointContext) => ctx.context.createAuthCookie(COOKIE, { maxAge: COOKIE_MAX_AGE_SECONDS });

  async function read(ctx: GenericEndpointContext): Promise<KnownDevice | undefined> {
    const value = await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret);
    const [id, ...accounts] = (value || "").split(".");
    return id ? { id, accounts } : undefined;
  }

  return {
    /** The id of the request's device, if a person has signed in to the account of this address on it. */
    async idFor(ctx: GenericEndpointContext, email: string) {
      const device = await read(ctx);
      return device?.accounts.includes(accountOf(email)) ? device.id : undefined;
    },

    /** Remember, with the answer to this request, that the person of this address was there. */
    async remember(ctx: GenericEndpointContext, email: string) {
      const known = await read(ctx);
      const id = known?.id ?? randomBytes(ID_BYTES).toString("base64url");
      const account = accountOf(email);
      const others = (known?.accounts ?? []).filter((each) => each !== account);
      const accounts = [account, ...others].slice(0, MAX_ACCOUNTS);
      const { name, attributes } = cookieOf(ctx);
      await ctx.setSignedCookie(name, [id, ...accounts].join("."), ctx.context.secret, attributes);
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;
