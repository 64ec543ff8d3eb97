import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";

/** Paths under the service. A pattern also meets calls without a path, which come from within the server. */
type Paths = string | readonly string[] | RegExp;
type Handler = Parameters<typeof createAuthMiddleware>[0];

const hook = (when: "before" | "after", at: Paths, handler: Handler) => ({
  when,
  matcher: ({ path = "" }: { path?: string | undefined }) => (at instanceof RegExp ? at.test(path) : [at].flat().includes(path)),
  handler: createAuthMiddleware(handler),
});

/** Runs before the service answers requests of these paths. */
export const before = (at: Paths, handler: Handler) => hook("before", at, handler);

/** Runs when the service has an answer to requests of these paths. */
export const after = (at: Paths, handler: Handler) => hook("after", at, handler);

/** A plugin of the service that has only hooks, which run in this order. */
export const authHooks = (id: string, ...hooks: ReturnType<typeof hook>[]): BetterAuthPlugin => ({
  id,
  hooks: {
    before: hooks.filter(({ when }) => when === "before"),
    after: hooks.filter(({ when }) => when === "after"),
  },
});
