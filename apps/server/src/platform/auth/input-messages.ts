import { BASE_ERROR_CODES } from "better-auth";
import { APIError, getSessionFromCtx } from "better-auth/api";
import { z } from "zod";
import { authHooks, before } from "./auth-hooks.ts";
import { requireFitsCookie } from "./session-data.ts";

/** Routes that take an address, and the field it is in. */
const ADDRESS_FIELDS: Record<string, string> = {
  "/sign-up/email": "email",
  "/request-password-reset": "email",
  "/send-verification-email": "email",
  "/change-email": "newEmail",
};

const Profile = z.object({ name: z.string().optional(), image: z.string().nullable().optional() });

/** If the library would answer with its validation's text, or not validate, people get our sentence. */
export const inputMessages = () =>
  authHooks(
    "input-messages",
    before(Object.keys(ADDRESS_FIELDS), async ({ path, body }) => {
      const address: unknown = body?.[ADDRESS_FIELDS[path] ?? ""];
      if (typeof address === "string" && !z.email().safeParse(address).success)
        throw APIError.from("BAD_REQUEST", BASE_ERROR_CODES.INVALID_EMAIL);
    }),
    before("/sign-up/email", async ({ body }) => {
      if (body?.password === "") throw APIError.from("BAD_REQUEST", BASE_ERROR_CODES.PASSWORD_TOO_SHORT);
    }),
    // An empty field was not filled in; a fresh session would still delete the account.
    before("/delete-user", async ({ body }) => {
      if (body?.password === "") throw APIError.from("BAD_REQUEST", BASE_ERROR_CODES.USER_ALREADY_HAS_PASSWORD);
    }),
    before("/update-user", async ({ body }) => {
      const [issue] = Profile.safeParse(body).error?.issues ?? [];
      if (issue)
        throw new APIError("BAD_REQUEST", {
          code: "VALIDATION_ERROR",
          message: `[body.${issue.path.join(".")}] ${issue.message}`,
        });
    }),
    // A new address is written when the mail's link is opened, too late to choose another one.
    before(["/update-user", "/change-email"], async (ctx) => {
      const own = await getSessionFromCtx(ctx, { disableCookieCache: true });
      const { newEmail: email, ...profile } = ctx.body ?? {};
      if (!own) return;
      const sessions = await ctx.context.internalAdapter.listSessions(own.user.id);
      requireFitsCookie({ ...own.user, ...profile, ...(email === undefined ? {} : { email }) }, [own.session, ...sessions]);
    }),
  );
