import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { decodeJwt } from "jose";
import type { AccountMails } from "./account-mails.ts";

/** Whoever owned an account before is told when its password or its address was changed. A new password by mail is told of by `onPasswordReset`. */
export const accountNotices = (mails: AccountMails): BetterAuthPlugin => ({
  id: "account-notices",
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === "/change-password",
        handler: createAuthMiddleware(async ({ context }) => {
          if (!isAPIError(context.returned) && context.session) mails.passwordChanged(context.session.user);
        }),
      },
      {
        matcher: ({ path }) => path === "/verify-email",
        handler: createAuthMiddleware(async ({ context, query }) => {
          if (isAPIError(context.returned)) return;
          // The service has verified it.
          const { email, updateTo, requestType } = decodeJwt<Record<string, unknown>>(query?.token);
          if (requestType === CHANGED && typeof email === "string") mails.addressChanged({ email }, String(updateTo));
        }),
      },
    ],
  },
});

/** The kind of link that, when it is opened, has changed the address. */
const CHANGED = "change-email-verification";
