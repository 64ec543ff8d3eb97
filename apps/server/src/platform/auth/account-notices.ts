import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { decodeJwt } from "jose";
import type { AccountMails } from "./account-mails.ts";

/** Mails the owner of an account when its password or address was changed. `onPasswordReset` covers a password that was reset by mail. */
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
