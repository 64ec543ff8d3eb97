import { SESSION_COOKIE_CACHE_DEFAULT_SECONDS } from "@callwright/contract";
import { BASE_ERROR_CODES } from "better-auth";
import { APIError, getSessionFromCtx } from "better-auth/api";
import { decodeJwt } from "jose";
import { z } from "zod";
import { authHooks, before } from "./auth-hooks.ts";

const DAY_SECONDS = 86_400;

/** Sessions that live for `expiresInSeconds` after they were last refreshed. */
export const sessionOptions = (expiresInSeconds: number) => ({
  expiresIn: expiresInSeconds,
  // A session of a day that was refreshed only in its last day would expire first.
  updateAge: Math.min(DAY_SECONDS, expiresInSeconds / 2),
  // See fresh-session.ts.
  freshAge: 0,
  cookieCache: { enabled: true, maxAge: SESSION_COOKIE_CACHE_DEFAULT_SECONDS },
});

/** Rules of sessions beyond the library's. */
export const sessionRules = () =>
  authHooks(
    "session-rules",
    before(/^/, async ({ query }) => {
      if (FLAGS.some((flag) => query?.[flag] !== undefined)) return { context: { query: readFlags(query ?? {}) } };
    }),
    // A new password is often chosen because another person has the old one.
    before("/change-password", async ({ body }) => ({ context: { body: { ...body, revokeOtherSessions: true } } })),
    // `/get-session`, which tells pages who is signed in, may answer from the cookie cache. All other requests look the session up in the database,
    // because the cache may contain a session that was revoked. Its cookies are emptied here, and their names stay: the library splits a long cache
    // into several cookies, and finds those that it must expire by their names in the request.
    before(/^(?!\/get-session$)/, async ({ context, headers }) => {
      const { name } = context.authCookies.sessionData;
      const cookies = headers?.get("cookie")?.split("; ");
      const emptied = cookies?.map((each) => (each.startsWith(name) ? each.replace(/=.*/, "=") : each));
      if (emptied) headers?.set("cookie", emptied.join("; "));
    }),
    // The link signs in. Sent by a stranger, it would make a person continue in the stranger's account, and leave secrets there.
    before("/verify-email", async (ctx) => {
      const own = await getSessionFromCtx(ctx, { disableCookieCache: true });
      const email = own && emailIn(ctx.query?.token);
      if (!email || email === own.user.email) return;
      if (await ctx.context.internalAdapter.findUserByEmail(email))
        throw APIError.from("UNAUTHORIZED", BASE_ERROR_CODES.INVALID_USER);
    }),
    // The library answers success, whatever was asked for.
    before("/revoke-session", async (ctx) => {
      const own = await getSessionFromCtx(ctx, { disableCookieCache: true });
      const token: unknown = ctx.body?.token;
      if (!own || typeof token !== "string") return;
      const found = await ctx.context.internalAdapter.findSession(token);
      if (found?.session.userId !== own.user.id)
        throw new APIError("BAD_REQUEST", { code: "SESSION_NOT_FOUND", message: "Session not found" });
    }),
  );

/** The address that a link verifies. Undefined for a link that changes an address (the library compares its person), and for other tokens. */
function emailIn(token: unknown): string | undefined {
  try {
    const { email, updateTo } = decodeJwt<Record<string, unknown>>(String(token));
    return typeof email === "string" && updateTo === undefined ? email.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}

/** Words for true and false in a query. */
const FLAGS = ["disableCookieCache", "disableRefresh"] as const;
const Flag = z.stringbool();

/** The library reads every text as true, even "false". An empty text counts as unset. */
function readFlags(query: Record<string, unknown>): Record<string, unknown> {
  const read = FLAGS.flatMap((flag) => {
    if (query[flag] === undefined) return [];
    const parsed = Flag.safeParse(query[flag] || "false");
    if (!parsed.success)
      throw new APIError("BAD_REQUEST", { code: "VALIDATION_ERROR", message: `[query.${flag}] must be true or false` });
    return [[flag, parsed.data]];
  });
  return { ...query, ...Object.fromEntries(read) };
}
