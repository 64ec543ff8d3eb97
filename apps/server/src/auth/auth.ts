import { AsyncLocalStorage } from "node:async_hooks";
import {
  COOKIE_MAX_AGE_SECONDS,
  SESSION_COOKIE_CACHE_DEFAULT_SECONDS,
  SESSION_COOKIE_CACHE_MAX_CHARACTERS,
  TOKEN_LIFETIME_SECONDS,
} from "@callwright/contract";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { jwt, organization } from "better-auth/plugins";
import type { Config } from "../config.ts";
import type { Database } from "../db/connect.ts";
import type { Logger } from "../logger.ts";
import type { Secrets } from "../secrets.ts";
import * as schema from "./schema.ts";
import { claimAccount, requireSignUpOpen } from "./sign-up-policy.ts";
import { TOKEN_ISSUER, USER_AUDIENCE } from "./token-claims.ts";

export interface AuthOptions {
  config: Pick<Config, "publicUrl" | "signUp" | "sessionSeconds">;
  db: Database;
  secrets: Secrets;
  log: Logger;
  now: () => Date;
  newId: () => string;
  /** Limit sign-ins and sign-ups by address. */
  rateLimit: boolean;
  /** Runs when a person has signed up. */
  onSignUp: (user: { id: string; name: string }) => Promise<void>;
}

/** Where the app puts the client's address for the rate limit; what a client sends under this name is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-callwright-client-address";
/** Path under which the service answers. */
export const AUTH_PATH = "/api/auth";

/**
 * The request being answered: its log, and what failed in it unexpectedly, which the service itself would only print and
 * answer with an empty 500.
 */
export const authRequest = new AsyncLocalStorage<{ log: Logger; failure?: unknown }>();

/** Sign-ins and sign-ups a minute and address. A password takes 0.1 s of a core to check. */
const ATTEMPTS = { window: 60, max: 30 };

/** The authentication service: e-mail and password, and the tokens of decision 3 (user tokens by `GET /token`). */
export function createAuth(options: AuthOptions) {
  const { config, db, secrets, log, now, newId } = options;
  return betterAuth({
    baseURL: config.publicUrl,
    basePath: AUTH_PATH,
    secret: secrets.auth,
    // The app has refused foreign origins before this runs, so the request's own may pass.
    trustedOrigins: (request) => [request?.headers.get("origin")],
    // transaction: hooks use the pool themselves; inside a transaction they would wait for a connection it holds.
    database: drizzleAdapter(db, { provider: "pg", schema, transaction: false }),
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    user: { deleteUser: { enabled: true }, changeEmail: { enabled: true } },
    session: {
      expiresIn: Math.min(config.sessionSeconds, COOKIE_MAX_AGE_SECONDS),
      cookieCache: { enabled: true, maxAge: SESSION_COOKIE_CACHE_DEFAULT_SECONDS },
    },
    rateLimit: { enabled: options.rateLimit, customRules: { "/sign-in/*": ATTEMPTS, "/sign-up/*": ATTEMPTS } },
    telemetry: { enabled: false },
    onAPIError: {
      onError: (error) => {
        const request = authRequest.getStore();
        if (request && !(error instanceof APIError)) request.failure = error;
      },
    },
    logger: { level: "warn", log: (level, message) => logMessage(log, level, message) },
    advanced: {
      database: { generateId: newId },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: "callwright",
    },
    plugins: [
      jwt({
        // A token with every read of the session would double its cost.
        disableSettingJwtHeader: true,
        jwt: {
          issuer: TOKEN_ISSUER,
          audience: USER_AUDIENCE,
          expirationTime: `${TOKEN_LIFETIME_SECONDS}s`,
          definePayload: () => ({ jti: newId() }),
        },
      }),
      organization({ creatorRole: "admin", requireEmailVerificationOnInvitation: true }),
    ],
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        // Organisations change through /org alone.
        if (ctx.path.startsWith("/organization/") && ctx.method !== "GET") throw new APIError("NOT_FOUND");
        if (ctx.path === "/sign-up/email" && typeof ctx.body?.email === "string")
          await requireSignUpOpen(db, config.signUp, ctx.body.email, now());
      }),
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            requireFitsCookie(user);
            await claimAccount(db, config.signUp, user.email, now());
          },
          after: async (user) => {
            await options
              .onSignUp(user)
              .catch((error) =>
                log.error({ err: error, userId: user.id }, "the first organisation is made at the next GET /org"),
              );
          },
        },
        update: {
          before: async (change) => requireFitsCookie(change),
        },
      },
    },
  });
}
export type Auth = ReturnType<typeof createAuth>;

/** Without PUBLIC_URL the address of each request is the base URL; that is meant so, and not worth a warning at every start. */
const INTENDED = /Base URL is not set/;

/** Only the sentence: what better-auth hands along with it may hold an address or a token. */
function logMessage(log: Logger, level: string, message: string): void {
  if (!INTENDED.test(message)) (authRequest.getStore()?.log ?? log)[level === "error" ? "error" : "warn"](message);
}

/**
 * The longest a person's fields may be, in bytes. Together with the session's own fields and the signature they then fit the
 * cookie cache in base64, whichever of them changes later.
 */
const USER_FIELD_MAX_BYTES = { name: 500, image: 1200, email: 320 };

function requireFitsCookie(user: { name?: unknown; image?: unknown; email?: unknown }): void {
  for (const [field, maxBytes] of Object.entries(USER_FIELD_MAX_BYTES)) {
    const value = user[field as keyof typeof USER_FIELD_MAX_BYTES];
    if (typeof value !== "string" || Buffer.byteLength(value) <= maxBytes) continue;
    throw new APIError("BAD_REQUEST", {
      code: "SESSION_DATA_TOO_LARGE",
      message: `The session data would be larger than ${SESSION_COOKIE_CACHE_MAX_CHARACTERS} characters. Disable session cookie caching or reduce the size of the session data: '${field}' may have ${maxBytes} bytes.`,
    });
  }
}
