import { isRecent, KEY_SET_CACHE_MAX_AGE_MS, KEY_SET_COOLDOWN_MS, PlatformError, ROLES, roleAtLeast } from "@callwright/contract";
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { isApiToken } from "../http/api-token.ts";
import type { Authenticate, OrgCaller } from "../http/caller.ts";
import { withFreshKeys } from "./fresh-keys.ts";
import type { LiveSessions } from "./live-sessions.ts";
import type { Memberships } from "./memberships.ts";
import { ORG_AUDIENCE, TOKEN_ALGORITHMS, TOKEN_ISSUER, USER_AUDIENCE } from "./token-claims.ts";

/** `sid`: the session it was made in. */
const Signed = { iss: z.literal(TOKEN_ISSUER), exp: z.number(), sub: z.string(), sid: z.string() };
const UserClaims = z.object({ ...Signed, aud: z.literal(USER_AUDIENCE) });
const OrgClaims = z.object({
  ...Signed,
  aud: z.literal(ORG_AUDIENCE),
  orgId: z.string(),
  role: z.enum(ROLES),
  tag: z.literal("private"),
});
const Claims = z.discriminatedUnion("aud", [UserClaims, OrgClaims]);
type Claims = z.infer<typeof Claims>;

export interface AuthenticateOptions {
  /** The public keys of our own tokens. They are kept as the contract's key set limits say. */
  readKeySet: () => Promise<JSONWebKeySet>;
  /** Finds the holder of an API token. Fails with `unauthorized` or `token-disabled`. */
  authenticateApiToken: (value: string) => Promise<OrgCaller>;
  /** Finds the holder of a token that an organization's own server signed. `unverified` has its claims as they came. */
  authenticateByKeySet: (token: string, unverified: JWTPayload) => Promise<OrgCaller>;
  /** The role of a person in an organization right now; undefined when there is none. */
  roleOf: Memberships["roleOf"];
  isLive: LiveSessions["isLive"];
  now: () => Date;
}

/** Tokens of signed-in people and of organizations' servers are verified by their signature, API tokens are looked up. */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { readKeySet, authenticateApiToken, authenticateByKeySet, roleOf, isLive, now } = options;
  const keySet = cachedKeySet(readKeySet, now);
  return async (token) => {
    if (isApiToken(token)) return authenticateApiToken(token);
    const known = knownClaims(await keySet({ fresh: false }), token, now());
    const unverified = known ?? readClaims(token);
    if (unverified.iss !== TOKEN_ISSUER) return authenticateByKeySet(token, unverified);
    const claims = known ?? (await verify(token, keySet, now));
    const { sub: userId, sid: sessionId } = claims;
    if (claims.aud === USER_AUDIENCE) {
      if (!(await isLive(sessionId))) throw new PlatformError("unauthorized");
      return { kind: "user", userId, sessionId };
    }
    const { orgId, tag } = claims;
    const [role, live] = await Promise.all([roleOf(orgId, userId), isLive(sessionId)]);
    if (!role || !live) throw new PlatformError("unauthorized");
    // Never more than the token was made for, and never more than the person still has.
    const lesser = roleAtLeast(role, claims.role) ? claims.role : role;
    return { kind: "org", orgId, role: lesser, tag, userId, sessionId, apiToken: null };
  };
}

/** Unverified claims, used only to choose the keys. */
function readClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch (error) {
    throw refusal(error);
  }
}

/** Keys as they were read, and what is known to be signed with them. */
interface KeySet {
  resolve: ReturnType<typeof createLocalJWKSet>;
  /** A verified signature is valid as long as its key: the claims of each token. */
  verified: Map<string, Claims>;
}
type ReadKeySet = (options: { fresh: boolean }) => Promise<KeySet>;

/** At this number, all are forgotten: some megabytes. */
const MAX_VERIFIED = 10_000;

/** Undefined when they are still to be verified. */
function knownClaims({ verified }: KeySet, token: string, currentDate: Date): Claims | undefined {
  const known = verified.get(token);
  return known && known.exp * 1000 > currentDate.getTime() ? known : undefined;
}

function verify(token: string, keySet: ReadKeySet, now: () => Date): Promise<Claims> {
  return withFreshKeys(async (options) => verifyWith(await keySet(options), token, now()), true).catch((error: unknown) => {
    throw refusal(error);
  });
}

/** The signature is checked once, the end of the token each time. */
async function verifyWith({ resolve, verified }: KeySet, token: string, currentDate: Date): Promise<Claims> {
  const options = { issuer: TOKEN_ISSUER, algorithms: TOKEN_ALGORITHMS, currentDate, requiredClaims: ["exp", "jti"] };
  const { payload } = await jwtVerify(token, resolve, options);
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw new PlatformError("unauthorized");
  if (verified.size >= MAX_VERIFIED) verified.clear();
  verified.set(token, claims.data);
  return claims.data;
}

function refusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new PlatformError("token-expired");
  return error instanceof errors.JOSEError ? new PlatformError("unauthorized") : error;
}

/** A key made by another node shows up at the next read: at once, but no more often than the cooldown allows. */
function cachedKeySet(readKeySet: () => Promise<JSONWebKeySet>, now: () => Date): ReadKeySet {
  let cached: { readAtMs: number; keys: Promise<KeySet> } | undefined;
  return ({ fresh }) => {
    const nowMs = now().getTime();
    const maxAgeMs = fresh ? KEY_SET_COOLDOWN_MS : KEY_SET_CACHE_MAX_AGE_MS;
    if (cached && isRecent(cached.readAtMs, nowMs, maxAgeMs)) return cached.keys;
    const keys = readKeySet().then((keySet): KeySet => ({ resolve: createLocalJWKSet(keySet), verified: new Map() }));
    const reading = { readAtMs: nowMs, keys };
    reading.keys.catch(() => {
      if (cached === reading) cached = undefined;
    });
    cached = reading;
    return reading.keys;
  };
}
