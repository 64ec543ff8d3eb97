import type { BetterAuthPlugin, Session } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";

/**
 * Says of each listed session when it was used last, to a day: `lastUsedAt`. That is when its end was moved, or its beginning; the time
 * of its last update is that of a sign-in, see fresh-session.ts.
 */
export const sessionUse = (): BetterAuthPlugin => ({
  id: "session-use",
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === "/list-sessions",
        handler: createAuthMiddleware(async (ctx) => {
          const listed = ctx.context.returned;
          if (!Array.isArray(listed)) return;
          const { expiresIn } = ctx.context.sessionConfig;
          return ctx.json(listed.map((session: Session) => ({ ...session, lastUsedAt: lastUsedAt(session, expiresIn) })));
        }),
      },
    ],
  },
});

/** One that is not to be remembered ends sooner than others, and is never moved. */
function lastUsedAt({ createdAt, expiresAt }: Session, expiresInSeconds: number): Date {
  const movedAtMs = expiresAt.getTime() - expiresInSeconds * 1000;
  return new Date(Math.min(Date.now(), Math.max(createdAt.getTime(), movedAtMs)));
}
