import { createHash } from "node:crypto";
import type { GenericEndpointContext } from "better-auth";
import { after, authHooks, before } from "./auth-hooks.ts";
import { authRequest } from "./auth-request.ts";

/** Paths whose answers set the cookie of a new session. */
const REPLACING = /^\/(change-password$|sign-in\/|sign-up\/|verify-email$|callback\/|oauth2\/callback\/)/;
/** Paths whose answers may clear the cookie of a session. */
const ENDING = ["/get-session", "/sign-out", "/revoke-session", "/revoke-sessions", "/delete-user", "/delete-user/callback"];
/** No request takes longer. */
const UNDER_WAY_MS = 600_000;

/**
 * A browser has one session cookie, and an answer that clears cookies clears the current one. A request that was sent with the cookie from before a
 * new sign-in or a new password must not clear the new cookie. So the token of a replacing request is remembered as long as other requests with it
 * may be running.
 */
export const newerCookies = () =>
  authHooks(
    "newer-cookies",
    before(REPLACING, async (ctx) => {
      const identifier = await replacedToken(ctx);
      if (identifier === undefined) return;
      const expiresAt = new Date(Date.now() + UNDER_WAY_MS);
      await ctx.context.internalAdapter.createVerificationValue({ identifier, value: "replaced", expiresAt });
    }),
    after("/get-session", async (ctx) => {
      const request = authRequest.getStore();
      const identifier = ctx.context.returned === null ? await replacedToken(ctx) : undefined;
      if (!request || identifier === undefined) return;
      const remembered = await ctx.context.internalAdapter.findVerificationValue(identifier);
      request.isCookieReplaced = remembered !== null && remembered.expiresAt > new Date();
    }),
  );

/** The key under which a token is remembered; undefined for a request without our cookie. */
async function replacedToken(ctx: GenericEndpointContext): Promise<string | undefined> {
  const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret);
  return token ? `replaced-${createHash("sha256").update(token).digest("hex")}` : undefined;
}

/** Removes from the answer what would clear session cookies, unless its own request ends that session, or had an ended one. */
export function keepNewerCookies(answer: Response, path: string): Response {
  const mayClear = answer.status < 400 && ENDING.includes(path) && !authRequest.getStore()?.isCookieReplaced;
  const cookies = answer.headers.getSetCookie();
  if (mayClear || !cookies.some((cookie) => isOf("session_token", cookie) && clears(cookie))) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("set-cookie");
  // Clearing the cookie cache is harmless: the next read of the session sets it again.
  for (const cookie of cookies) if (!clears(cookie) || isOf("session_data", cookie)) headers.append("set-cookie", cookie);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

const clears = (cookie: string) => /; *max-age=0(;|$)/i.test(cookie);
const isOf = (name: string, cookie: string) => cookie.split("=")[0]?.includes(`.${name}`) ?? false;
