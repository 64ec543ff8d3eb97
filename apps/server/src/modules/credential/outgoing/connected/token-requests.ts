import type { Fields } from "@callwright/contract";
import type { Config } from "../../../../platform/config/config.ts";
import { askTokenUrl } from "../../../../platform/net/ask-token-url.ts";
import type { OutsideNetwork } from "../../../../platform/net/outside-network.ts";
import { type ConnectedService, serviceUrl } from "./services.ts";

export interface TokenRequestContext {
  config: Pick<Config, "connectClients" | "serviceOrigins">;
  network: OutsideNetwork;
  now: () => Date;
}

/** A service's tokens for a sign-in. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string | undefined;
  /** Undefined: the token does not expire. */
  expiresAtMs?: number | undefined;
}

/** The service refused: the code or the sign-in is no longer good. The reason is the service's own code, which holds no secret. */
export class SignInRefused extends Error {}

/** Error codes for a sign-in that has ended: RFC 6749, 5.2, and Slack's oauth.v2.access. */
const ENDED = new Set([
  "invalid_grant",
  "invalid_code",
  "code_already_used",
  "invalid_refresh_token",
  "token_revoked",
  "token_expired",
  "account_inactive",
]);

export interface CodeGrant {
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

/** Exchanges the code of a sign-in for tokens. `answer` is what else the service said. Fails with a `SignInRefused` or an `Error`. */
export function exchangeCode(
  context: TokenRequestContext,
  service: ConnectedService,
  { code, redirectUri, codeVerifier }: CodeGrant,
) {
  return requestTokens(context, service, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    ...(service.hasPkce ? { code_verifier: codeVerifier } : {}),
  });
}

/** Fails like `exchangeCode`. A service that rotates refresh tokens answers another one. */
export async function refreshTokens(
  context: TokenRequestContext,
  service: ConnectedService,
  refreshToken: string,
): Promise<Tokens> {
  const { tokens } = await requestTokens(context, service, { grant_type: "refresh_token", refresh_token: refreshToken });
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}

/** Ends the sign-in at the service. Without effect at one that has no such request. Fails with an `Error`. */
export async function revokeTokens(
  { config, network }: Pick<TokenRequestContext, "config" | "network">,
  { id, revokeUrl }: ConnectedService,
  { accessToken, refreshToken }: Tokens,
): Promise<void> {
  if (revokeUrl === undefined) return;
  const isSlack = id === "slack";
  const { status, fields } = await askTokenUrl(network, {
    url: serviceUrl(config, revokeUrl),
    form: isSlack ? {} : { token: refreshToken ?? accessToken },
    headers: isSlack ? { authorization: `Bearer ${accessToken}` } : {},
  });
  const error = errorOf(fields);
  // A token that was revoked before is not an error.
  const isGone = error !== undefined && (ENDED.has(error) || error === "invalid_token" || error === "invalid_auth");
  if (!isGone && (status >= 300 || error !== undefined))
    throw new Error(`the service answered with status ${status}${error === undefined ? "" : ` (${error})`}`);
}

async function requestTokens(
  { config, network, now }: TokenRequestContext,
  service: ConnectedService,
  grant: Readonly<Record<string, string>>,
): Promise<{ tokens: Tokens; answer: Fields }> {
  const client = config.connectClients[service.id];
  if (!client) throw new Error(`${service.variables.join(" and ")} are not set on this server`);
  const sentAtMs = now().getTime();
  const form = { ...grant, ...service.tokenParams, client_id: client.clientId, client_secret: client.clientSecret };
  // Without a signal: the service may have rotated the refresh token already, so the response must be read.
  const { status, fields: answer } = await askTokenUrl(network, { url: serviceUrl(config, service.tokenUrl), form });
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime } = answer;
  if (typeof accessToken !== "string" || accessToken === "" || status >= 300) throw failureOf(service, status, answer);
  const seconds = Number(lifetime);
  return {
    answer,
    tokens: {
      accessToken,
      refreshToken: typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : undefined,
      expiresAtMs: lifetime !== undefined && seconds > 0 ? sentAtMs + seconds * 1000 : undefined,
    },
  };
}

function failureOf({ name }: ConnectedService, status: number, answer: Fields): Error {
  const error = errorOf(answer);
  if (error !== undefined && ENDED.has(error)) return new SignInRefused(error);
  return new Error(`${name} answered with status ${status}${error === undefined ? " and no token" : ` (${error})`}`);
}

/** A code of the protocol, never a text, which may repeat secrets of the request. */
function errorOf({ error }: Fields): string | undefined {
  return typeof error === "string" && /^[\w.-]{1,60}$/.test(error) ? error : undefined;
}
