import { COOKIE_MAX_AGE_SECONDS, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, parseUrl } from "@callwright/contract";
import { BASE_ERROR_CODES, betterAuth, type Session } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { organization } from "better-auth/plugins";
import { decodeJwt } from "jose";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import { StartError } from "../config/start-error.ts";
import type { Database } from "../db/connect.ts";
import type { AuditLog } from "../http/audit-log.ts";
import { AUTH_PATH } from "../http/own-paths.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { leaveOrgs, recordLeaving } from "./account-deletion.ts";
import { type AccountMails, createAccountMails, LINK_SECONDS } from "./account-mails.ts";
import { attemptGuard } from "./attempt-guard.ts";
import type { Attempts } from "./attempts.ts";
import { after, authHooks, before } from "./auth-hooks.ts";
import { authRequest } from "./auth-request.ts";
import { bearerSession } from "./bearer-session.ts";
import { deletedOrgs } from "./deleted-orgs.ts";
import { deviceLogin } from "./device-login.ts";
import { freshSession, keepUpdateTime } from "./fresh-session.ts";
import { inputMessages } from "./input-messages.ts";
import { createKnownDevices } from "./known-device.ts";
import { newerCookies } from "./newer-cookies.ts";
import { requireFitsCookie, type SessionPlace, userAgentBeside } from "./session-data.ts";
import { sessionOptions, sessionRules } from "./session-rules.ts";
import { sessionTokens, withHashedSessions } from "./session-tokens.ts";
import { claimAccount, requireSignUpOpen } from "./sign-up-policy.ts";
import { signingKeys } from "./signing-keys.ts";
import { fittingPerson, SOCIAL_ERROR_PATH, sealIdToken, socialOptions, socialPlugins, unlinkUnproven } from "./social-sign-in.ts";
import { listOrgsOfUser } from "./stores/orgs.ts";
import * as schema from "./tables.ts";

export interface PasswordHashing {
  hash: (password: string) => Promise<string>;
  verify: (stored: { hash: string; password: string }) => Promise<boolean>;
}

export interface AuthOptions {
  config: Pick<
    Config,
    "publicUrl" | "signUp" | "sessionSeconds" | "strictFreshSessions" | "smtp" | "socialSignIn" | "deviceClients"
  >;
  db: Database;
  secrets: Secrets;
  mailer: Mailer;
  audit: AuditLog;
  log: Logger;
  now: () => Date;
  newId: () => string;
  /** Limits how often a client may try what guesses, sends an e-mail or takes a core's time. */
  attempts: Attempts;
  /** Called when a person has signed up; with a mail server, when the address is verified, and again when it changes. */
  onSignUp: (user: { id: string; name: string }) => Promise<void>;
  /** Default: scrypt, 0.1 s of a core each time. */
  passwords?: PasswordHashing | undefined;
  /** Runs when sessions have ended. */
  onSessionEnd?: () => void;
  /** Runs when a person has left every organization, before the account is deleted. */
  onLeave?: () => void;
}

/** The app writes the client's address into this header for the rate limit; a client's own value is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-callwright-client-address";

/** The authentication service: e-mail and password, and the tokens of decision 3 (user tokens by `GET /token`). */
export function createAuth(options: AuthOptions) {
  const { config, db, secrets, mailer, log, now, newId } = options;
  const mails = createAccountMails(mailer, log);
  const signUpDone = async (user: { id: string; name: string }) => {
    await options
      .onSignUp(user)
      .catch((error) => log.error({ err: error, userId: user.id }, "the first organization is made at the next GET /org"));
  };
  return betterAuth({
    baseURL: config.publicUrl,
    basePath: AUTH_PATH,
    secret: secrets.auth,
    // The app has refused foreign origins before this, so the request's own origin is permitted.
    trustedOrigins: (request) => [request?.headers.get("origin")],
    // transaction: hooks use the pool themselves; inside a transaction they would wait for a connection it holds.
    database: withHashedSessions(drizzleAdapter(db, { provider: "pg", schema, transaction: false })),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_CHARACTERS,
      ...(options.passwords && { password: options.passwords }),
      // Without a mail server, no address can be verified.
      requireEmailVerification: config.smtp !== undefined,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mails.resetPassword(user, token),
      onPasswordReset: async ({ user }) => {
        await unlinkUnproven(db, user);
        const done = { action: "resetPassword", targetId: user.id, targetName: user.name, ...authRequest.getStore()?.from };
        for (const { id: orgId } of await listOrgsOfUser(db, user.id))
          options.audit.record({ orgId, ...done, actor: "user", actorId: user.id, actorName: user.name });
        mails.passwordChanged(user);
      },
      onExistingUserSignUp: async ({ user }) => mails.haveAccount(user),
    },
    ...socialOptions(config),
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: LINK_SECONDS,
      sendVerificationEmail: async ({ user, token }) => mails.verifyAddress(user, token),
      afterEmailVerification: async (user) => {
        if (config.smtp) await signUpDone(user);
      },
    },
    user: {
      deleteUser: {
        enabled: true,
        beforeDelete: async (person) => {
          recordLeaving(options.audit, person, await leaveOrgs(db, person.id, now()));
          options.onLeave?.();
        },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, token }) => mails.confirmNewAddress(user, newEmail, token),
      },
    },
    // It holds the links of mails. Reading the database must not be enough to open accounts with them.
    verification: { storeIdentifier: "hashed" },
    session: sessionOptions(Math.min(config.sessionSeconds, COOKIE_MAX_AGE_SECONDS)),
    // The attempt guard's limits are shared by all nodes; this one's are not.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // This server logs and answers unexpected failures: the service would print them with the parameters of queries.
    onAPIError: { throw: true, errorURL: SOCIAL_ERROR_PATH },
    logger: { level: "warn", log: (level, message) => logMessage(log, level, message) },
    advanced: {
      database: { generateId: newId },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: "callwright",
      // Checks redirect addresses even if NODE_ENV or TEST would turn the check off.
      disableOriginCheck: false,
      // The app has checked the origin, see `requireOwnPage`. The library would also refuse programs that use Node's `fetch`.
      disableCSRFCheck: true,
      // Not decided by NODE_ENV: over http, a browser would never send secure cookies back.
      useSecureCookies: config.publicUrl?.startsWith("https:") ?? false,
    },
    plugins: [
      // Before all hooks that read the session.
      bearerSession(),
      ownRedirects(),
      ...signingKeys(options),
      organization({ creatorRole: "admin", requireEmailVerificationOnInvitation: true }),
      deletedOrgs(db),
      ...deviceLogin(config),
      ...socialPlugins(config),
      freshSession(),
      sessionTokens(),
      sessionRules(),
      sessionUse(),
      newerCookies(),
      inputMessages(),
      accountNotices(mails),
      attemptGuard({
        attempts: options.attempts,
        knownDevices: createKnownDevices(secrets.visitors),
        addressHeader: CLIENT_ADDRESS_HEADER,
      }),
    ],
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        // Organizations are changed only through /org.
        if (ctx.path.startsWith("/organization/") && ctx.method !== "GET") throw new APIError("NOT_FOUND");
        if (ctx.path !== "/sign-up/email" || typeof ctx.body?.email !== "string") return;
        await requireSignUpOpen(db, config.signUp, ctx.body.email, now());
        // A check when the account is created would reveal that the address has no account yet.
        requireFitsCookie(ctx.body, [newPlace()]);
      }),
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, ctx) => {
            const user = await ctx?.context.internalAdapter.findUserById(session.userId);
            return { data: { userAgent: userAgentBeside({ ...user }, session) } };
          },
        },
        update: {
          before: async (change, ctx) => (config.strictFreshSessions ? keepUpdateTime(change, ctx) : undefined),
        },
        delete: { after: async () => options.onSessionEnd?.() },
      },
      account: {
        create: { before: async (created, ctx) => sealIdToken(created, ctx) },
        update: { before: async (change, ctx) => sealIdToken(change, ctx) },
      },
      user: {
        create: {
          before: async (user, ctx) => {
            const person = ctx?.path === "/sign-up/email" ? user : fittingPerson(user, newPlace());
            requireFitsCookie(person, [newPlace()]);
            await claimAccount(db, config.signUp, person.email, now());
            return { data: person };
          },
          after: async (user) => {
            // If answers must not reveal which addresses have accounts, the response time must not either.
            if (!config.smtp || user.emailVerified) await signUpDone(user);
          },
        },
        update: {
          before: async (change, ctx) => {
            // A new address is confirmed by the link that was sent to it.
            return ctx?.path === "/verify-email" && change.email !== undefined ? { data: { emailVerified: true } } : undefined;
          },
        },
      },
    },
  });
}
export type Auth = ReturnType<typeof createAuth>;

/** The origin of the request. A new session stores as much of the client's name as fits. */
const newPlace = (): SessionPlace => ({ ipAddress: authRequest.getStore()?.from.ipAddress });

/** Without PUBLIC_URL the address of each request is the base URL; that is meant so, and not worth a warning at every start. */
const INTENDED = /Base URL is not set/;

/** Only the sentence, because better-auth's further arguments may contain an address or a token. */
function logMessage(log: Logger, level: string, message: string): void {
  if (!INTENDED.test(message)) (authRequest.getStore()?.log ?? log)[level === "error" ? "error" : "warn"](message);
}

/** The keys of tokens are stored encrypted with the secret. With another secret, nobody could sign in. */
export async function requireSecretFits(auth: Auth): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: {} } });
  } catch (cause) {
    if (!/decrypt/i.test(String(cause))) throw cause;
    throw new StartError(
      "This database was made with another secret. Restore the file 'secret' in DATA_DIR, or set SECRET to what it was.",
      { cause },
    );
  }
}

/** Mails the owner of an account when its password or address was changed. `onPasswordReset` covers a password that was reset by mail. */
const accountNotices = (mails: AccountMails) =>
  authHooks(
    "account-notices",
    after("/change-password", async ({ context }) => {
      if (!isAPIError(context.returned) && context.session) mails.passwordChanged(context.session.user);
    }),
    after("/verify-email", async ({ context, query }) => {
      if (isAPIError(context.returned)) return;
      // The service has verified the token.
      const { email, updateTo, requestType } = decodeJwt<Record<string, unknown>>(query?.token);
      if (requestType === CHANGED && typeof email === "string") mails.addressChanged({ email }, String(updateTo));
    }),
  );

/** The type of a link that has changed the address when it is opened. */
const CHANGED = "change-email-verification";

/** Fields with the address to which a browser returns. */
const FIELDS = ["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"] as const;
/** A placeholder for this server: only the path matters. */
const ANY_ORIGIN = "http://localhost";

/** Refuses paths that lead out of this server: of `/..//other.example` the library makes `//other.example`, which a browser takes for a host. */
const ownRedirects = () =>
  authHooks(
    "own-redirects",
    before(/^/, async ({ query, body }) => {
      for (const field of FIELDS)
        if (leadsOut(query?.[field]) || leadsOut(body?.[field]))
          throw APIError.from("FORBIDDEN", BASE_ERROR_CODES.INVALID_CALLBACK_URL);
    }),
  );

function leadsOut(address: unknown): boolean {
  return typeof address === "string" && parseUrl(address, ANY_ORIGIN)?.pathname.startsWith("//") === true;
}

/**
 * Adds `lastUsedAt` to each listed session: when it was last used, to a day. That is when its expiry was last extended, or its beginning. The row's
 * own update time is that of a sign-in, see fresh-session.ts.
 */
const sessionUse = () =>
  authHooks(
    "session-use",
    after("/list-sessions", async (ctx) => {
      const listed = ctx.context.returned;
      if (!Array.isArray(listed)) return;
      const { expiresIn } = ctx.context.sessionConfig;
      return ctx.json(listed.map((session: Session) => ({ ...session, lastUsedAt: lastUsedAt(session, expiresIn) })));
    }),
  );

/** A session that is not remembered ends sooner, and is never extended. */
function lastUsedAt({ createdAt, expiresAt }: Session, expiresInSeconds: number): Date {
  const movedAtMs = expiresAt.getTime() - expiresInSeconds * 1000;
  return new Date(Math.min(Date.now(), Math.max(createdAt.getTime(), movedAtMs)));
}
