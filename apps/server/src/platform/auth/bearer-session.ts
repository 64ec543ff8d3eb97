import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { bearer } from "better-auth/plugins";

/**
 * A session's token as a bearer, in place of its cookie. The library's plugin shows it to the route alone: to the hooks before the route,
 * and so to limits and rules of ours, nobody would be signed in. What it does after the route is left out: it would tell a cookie's token
 * in a header, where a page's scripts can read it.
 */
export const bearerSession = (): BetterAuthPlugin => ({
  id: "bearer-session",
  hooks: {
    before: bearer().hooks.before.map(({ matcher, handler }) => ({
      matcher,
      handler: createAuthMiddleware(async (ctx) => {
        const cookie = (await handler({ ...ctx, returnHeaders: false }))?.context.headers.get("cookie");
        if (cookie) ctx.headers?.set("cookie", cookie);
      }),
    })),
  },
});
