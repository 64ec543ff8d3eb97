import {
  Id,
  KEY_SET_ALGORITHMS,
  KEY_SET_AUDIENCE,
  KEY_SET_COOLDOWN_MS,
  PlatformError,
  ROLES,
  type Role,
  roleAtLeast,
  TOKEN_LIFETIME_SECONDS,
} from "@callwright/contract";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { OrgCaller } from "../http/caller.ts";
import { withFreshKeys } from "./fresh-keys.ts";
import type { ReadOrgKeys } from "./org-key-reader.ts";
import type { KeySetRow } from "./stores/key-sets.ts";

export interface OrgKeySetOptions {
  /** Undefined when the organization has registered no such issuer, or is deleted. */
  findKeySet: (orgId: string, issuer: string) => Promise<KeySetRow | undefined>;
  readOrgKeys: ReadOrgKeys;
  noteUse: (keySet: KeySetRow) => void;
  now: () => Date;
}

/** How much the clock of an organization's server may differ from this one's. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Says which keys to look for, and is believed no further. */
const Unverified = z.object({ iss: z.string().min(1).max(500), orgId: Id.toLowerCase() });

/** Letters of any language: it is shown in the audit log. */
const Name = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);
const Claims = z.object({ sub: Name, jti: Name, iat: z.number(), exp: z.number(), role: z.enum(ROLES).optional() });

/**
 * The holder of a token that an organization's own server signed; `unverified` are its unchecked claims. A token of an unregistered issuer costs only
 * the read of the row. Until its signature is verified, a token only gets `unauthorized`. Fails with that, `token-refused` or `key-set-unavailable`.
 */
export async function authenticateByKeySet(
  { findKeySet, readOrgKeys, noteUse, now }: OrgKeySetOptions,
  token: string,
  unverified: JWTPayload,
): Promise<OrgCaller> {
  const { data: named } = Unverified.safeParse(unverified);
  const keySet = named && (await findKeySet(named.orgId, named.iss));
  if (!keySet) throw new PlatformError("unauthorized");
  const payload = await verify({ readOrgKeys, now }, token, keySet);
  const { sub, role } = requireClaims(payload, keySet, now());
  noteUse(keySet);
  const { id, organizationId: orgId, name } = keySet;
  return { kind: "org", orgId, role, tag: "private", userId: null, apiToken: null, keySet: { id, name, subject: sub } };
}

type Verifying = Pick<OrgKeySetOptions, "readOrgKeys" | "now">;

function verify(verifying: Verifying, token: string, keySet: KeySetRow): Promise<JWTPayload> {
  const canRead = keySet.jwksUrl !== null;
  return withFreshKeys((options) => verifyWith(verifying, token, keySet, options), canRead).catch((error: unknown) => {
    throw refusal(error, keySet);
  });
}

async function verifyWith(
  { readOrgKeys, now }: Verifying,
  token: string,
  keySet: KeySetRow,
  options: { fresh: boolean },
): Promise<JWTPayload> {
  const keys = await readOrgKeys(keySet, options).catch((cause: unknown) => {
    const retryAfterSeconds = KEY_SET_COOLDOWN_MS / 1000;
    throw new PlatformError("key-set-unavailable", { retryAfterSeconds }, { cause });
  });
  const { payload } = await jwtVerify(token, keys, {
    algorithms: [...KEY_SET_ALGORITHMS],
    audience: KEY_SET_AUDIENCE,
    issuer: keySet.issuer,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now(),
    requiredClaims: ["exp", "iat", "jti", "sub"],
  });
  return payload;
}

/** The service looks at claims when it has seen that the signature is right. */
function refusal(error: unknown, keySet: KeySetRow): unknown {
  if (error instanceof errors.JWTExpired) return refused(keySet, "it has expired");
  if (error instanceof errors.JWTClaimValidationFailed)
    return refused(keySet, error.reason === "missing" ? `it has no '${error.claim}'` : `its '${error.claim}' is not right`);
  return error instanceof errors.JOSEError ? new PlatformError("unauthorized") : error;
}

function requireClaims(payload: JWTPayload, keySet: KeySetRow, now: Date): { sub: string; role: Role } {
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw refused(keySet, `its '${String(claims.error.issues[0]?.path[0])}' is not right`);
  const { sub, iat, exp, role } = claims.data;
  if (exp - iat > TOKEN_LIFETIME_SECONDS) throw refused(keySet, `it lasts longer than ${TOKEN_LIFETIME_SECONDS} s`);
  if (iat > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) throw refused(keySet, "its 'iat' is still to come");
  const most = keySet.role as Role;
  return { sub, role: role !== undefined && roleAtLeast(most, role) ? role : most };
}

function refused({ issuer }: KeySetRow, detail: string): PlatformError {
  return new PlatformError("token-refused", { issuer, detail });
}
