import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { bearer } from "better-auth/plugins";

/**
 * Accepts a session's token as a bearer in place of its cookie. The library's plugin shows the token only to the route, so hooks that run before, and
 * therefore our limits and rules, would see no signed-in user. Its other half is left out: it would return a cookie's token in a header that scripts
 * of a page can read.
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
