import { BASE_ERROR_CODES, type GenericEndpointContext, type Session } from "better-auth";
import { APIError, getSessionFromCtx } from "better-auth/api";
import { authHooks, before } from "./auth-hooks.ts";

/** How long after its last update a session may do what is sensitive. */
export const FRESH_SECONDS = 86_400;

/**
 * What needs a fresh session: all that the library takes for sensitive, and the two by which somebody gets hold of an account or of a new
 * session. A test holds it against the library's paths.
 */
export const SENSITIVE_PATHS: readonly string[] = [
  "/list-sessions",
  "/revoke-session",
  "/revoke-sessions",
  "/revoke-other-sessions",
  "/link-social",
  "/unlink-account",
  "/change-email",
  "/device/approve",
];

/** These paths ask for the password, which is proof enough. */
export const PASSWORD_PATHS: readonly string[] = ["/change-password", "/delete-user"];

/** Refuses what is sensitive in a session that is not fresh. The library would count from the sign-in: its own check is off. */
export const freshSession = () =>
  authHooks(
    "fresh-session",
    before(SENSITIVE_PATHS, async (ctx) => {
      if (await isStale(ctx)) throw APIError.from("FORBIDDEN", BASE_ERROR_CODES.SESSION_NOT_FRESH);
    }),
    before("/delete-user", async (ctx) => {
      if (typeof ctx.body?.password !== "string" && (await isStale(ctx)))
        throw APIError.from("BAD_REQUEST", BASE_ERROR_CODES.SESSION_EXPIRED);
    }),
  );

/**
 * Reads the stored session, not the cookie, before this request extends it: an extended session is never stale. False without a session, because that
 * is refused anyway.
 */
async function isStale(ctx: GenericEndpointContext): Promise<boolean> {
  ctx.context.session = null;
  const own = await getSessionFromCtx(ctx, { disableCookieCache: true, disableRefresh: true });
  ctx.context.session = null;
  return own !== null && Date.now() - own.session.updatedAt.getTime() >= FRESH_SECONDS * 1000;
}

/**
 * What to write in place of a change of a session, where use is no update (`STRICT_FRESH_SESSIONS`). Use moves the end of the session
 * and leaves the time of its last update, so that a session that somebody left open does not stay fresh.
 */
export function keepUpdateTime(change: Partial<Session>, ctx: GenericEndpointContext | null) {
  const isExtension = Object.keys(change).every((field) => field === "expiresAt" || field === "updatedAt");
  if (!isExtension) return undefined;
  const extended = ctx?.context.session;
  if (!extended) throw new Error("a session is extended by its own request alone");
  return { data: { updatedAt: extended.session.updatedAt } };
}
