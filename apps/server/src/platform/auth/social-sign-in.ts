import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { symmetricEncrypt } from "better-auth/crypto";
import { decryptOAuthToken } from "better-auth/oauth2";
import { type GenericOAuthConfig, genericOAuth } from "better-auth/plugins";
import { and, eq, ne } from "drizzle-orm";
import type { Config } from "../config/config.ts";
import type { SocialSignIn } from "../config/config-clients.ts";
import type { Database } from "../db/connect.ts";
import { after, authHooks } from "./auth-hooks.ts";
import { fitsCookie, type SessionPlace } from "./session-data.ts";
import { account } from "./tables.ts";

/** Where people land when signing in with another service fails, with the reason as `error`. */
export const SOCIAL_ERROR_PATH = "/sign-in-failed";

const NAMES = { google: "Google", github: "GitHub", microsoft: "Microsoft" } as const;

/** The services for signing in without a password, in the order of the buttons. */
export function socialProviders(social: SocialSignIn): { id: string; name: string }[] {
  const builtIn = (["google", "github", "microsoft"] as const).flatMap((id) => (social[id] ? [{ id, name: NAMES[id] }] : []));
  return social.oidc ? [...builtIn, { id: "oidc", name: social.oidc.name }] : builtIn;
}

/** The library's options for the services that are configured. */
export function socialOptions({ socialSignIn: social, smtp }: Pick<Config, "socialSignIn" | "smtp">) {
  // As with a password: if mails are sent, an unverified address cannot be used.
  const requireEmailVerification = smtp !== undefined;
  const { google, github, microsoft } = social;
  return {
    socialProviders: {
      ...(google && { google: { ...google, requireEmailVerification } }),
      ...(github && { github: { ...github, requireEmailVerification } }),
      ...(microsoft && { microsoft: { ...microsoft, requireEmailVerification, disableProfilePhoto: true } }),
    },
    account: {
      encryptOAuthTokens: true,
      // Signing in stores nothing until the service has confirmed the person.
      storeStateStrategy: "cookie",
      // Linked by itself only when both sides have verified the address. These are the library's defaults, which must stay.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true, allowDifferentEmails: false },
    },
  } satisfies BetterAuthOptions;
}

export function socialPlugins({ socialSignIn: { oidc }, smtp }: Pick<Config, "socialSignIn" | "smtp">): BetterAuthPlugin[] {
  if (!oidc) return [sealedIdTokens()];
  const { issuer, clientId, clientSecret, name, scopes } = oidc;
  return [
    openIdConnect({
      providerId: "oidc",
      name,
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
      clientId,
      ...(clientSecret === undefined ? { tokenEndpointAuth: { method: "none" as const } } : { clientSecret }),
      scopes,
      pkce: true,
      requireIdTokenVerification: true,
      requireEmailVerification: smtp !== undefined,
    }),
    sealedIdTokens(),
  ];
}

/**
 * The library would read the issuer's document while the server starts, without a time-out: an issuer that hangs would hold up every
 * sign-in. Here it is read when a person signs in with it, as the library does for issuers that it could not reach at first.
 */
function openIdConnect(config: GenericOAuthConfig): BetterAuthPlugin {
  return {
    ...genericOAuth({ config: [config] }),
    init: () => ({ context: { genericOAuthPendingDiscovery: new Map([[config.providerId, config]]) } }),
  };
}

/** The library seals access and refresh tokens in the database, but not id tokens. A reader of the database could sign in with them. */
export async function sealIdToken(change: { idToken?: string | null | undefined }, ctx: GenericEndpointContext | null) {
  const { idToken } = change;
  // An unchanged token is returned sealed.
  if (!idToken?.includes(".")) return undefined;
  if (!ctx) throw new Error("an id token comes with a request alone");
  return { data: { idToken: await symmetricEncrypt({ key: ctx.context.secretConfig, data: idToken }) } };
}

/** Opens the id token for the person whose account it is. */
const sealedIdTokens = () =>
  authHooks(
    "sealed-id-tokens",
    after(["/get-access-token", "/refresh-token"], async (ctx) => {
      const tokens = ctx.context.returned as { idToken?: string } | Error | undefined;
      if (!tokens || tokens instanceof Error || !tokens.idToken) return;
      return ctx.json({ ...tokens, idToken: await decryptOAuthToken(tokens.idToken, ctx.context) });
    }),
  );

/** A new person as another service tells them: always with a name, and without a picture that the session's cookie has no room for. */
export function fittingPerson<Person extends { name: string; email: string; image?: string | null | undefined }>(
  person: Person,
  place: SessionPlace,
): Person {
  const named = { ...person, name: person.name || (person.email.split("@")[0] ?? "") };
  return fitsCookie(named, place) ? named : { ...named, image: null };
}

/**
 * Unlinks the services of an account with an unverified address. The owner of the mailbox has just proven the address; an earlier linked service may
 * be a stranger's.
 */
export async function unlinkUnproven(db: Database, person: { id: string; emailVerified: boolean }): Promise<void> {
  if (person.emailVerified) return;
  await db.delete(account).where(and(eq(account.userId, person.id), ne(account.providerId, "credential")));
}
