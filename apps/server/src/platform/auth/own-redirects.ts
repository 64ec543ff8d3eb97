import { BASE_ERROR_CODES, type BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";

/** Where requests say that a browser is to go on. */
const FIELDS = ["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"] as const;
/** Stands for this server: only the path counts. */
const ANY_ORIGIN = "http://localhost";

/** Refuses paths that lead out of this server: of `/..//other.example` the library makes `//other.example`, which a browser takes for a host. */
export const ownRedirects = (): BetterAuthPlugin => ({
  id: "own-redirects",
  hooks: {
    before: [
      {
        matcher: () => true,
        handler: createAuthMiddleware(async ({ query, body }) => {
          for (const field of FIELDS)
            if (leadsOut(query?.[field]) || leadsOut(body?.[field]))
              throw APIError.from("FORBIDDEN", BASE_ERROR_CODES.INVALID_CALLBACK_URL);
        }),
      },
    ],
  },
});

function leadsOut(address: unknown): boolean {
  return (
    typeof address === "string" && URL.canParse(address, ANY_ORIGIN) && new URL(address, ANY_ORIGIN).pathname.startsWith("//")
  );
}
