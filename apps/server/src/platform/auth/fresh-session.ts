import { BASE_ERROR_CODES, type GenericEndpointContext, type Session } from "better-auth";
import { APIError, getSessionFromCtx } from "better-auth/api";
import { authHooks, before } from "./auth-hooks.ts";

/** How long after its last update a session may do what is sensitive. */
export const FRESH_SECONDS = 86_400;

/**
 * Paths that need a fresh session: all that the library considers sensitive, and the two that give access to an account or a new session. A test
 * compares them with the library's paths.
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

/** Refuses sensitive requests in a session that is not fresh. The library would count from the sign-in: its own check is off. */
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
 * The replacement for an update of a session, if use is not an update (`STRICT_FRESH_SESSIONS`). Use extends the session and keeps the time of its
 * last update, so that a session that was left open does not stay fresh.
 */
export function keepUpdateTime(change: Partial<Session>, ctx: GenericEndpointContext | null) {
  const isExtension = Object.keys(change).every((field) => field === "expiresAt" || field === "updatedAt");
  if (!isExtension) return undefined;
  const extended = ctx?.context.session;
  if (!extended) throw new Error("a session is extended by its own request alone");
  return { data: { updatedAt: extended.session.updatedAt } };
}
