import { PlatformError } from "@callwright/contract";
import { type Identity, TokenRefused } from "@callwright/realtime";
import { decodeJwt } from "jose";
import { isApiToken } from "../http/api-token.ts";
import type { Authenticate, OrgCaller } from "../http/caller.ts";

export interface RealtimeIdentity extends Identity {
  caller: OrgCaller;
}

/** An API token does not expire: it is looked up again when it changes. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

/**
 * Finds the person or token that a connection speaks for, by the same organization tokens that open the rest of the API. Fails with a
 * `TokenRefused`.
 */
export function createIdentify(authenticate: Authenticate): (token: string) => Promise<RealtimeIdentity> {
  return async (token) => {
    const caller = await authenticate(token).catch((error: unknown) => {
      throw error instanceof PlatformError && error.status === 401 ? new TokenRefused(error.message) : error;
    });
    if (caller.kind !== "org") throw new TokenRefused(new PlatformError("unauthorized").message);
    if (caller.tag === "public") throw new TokenRefused(new PlatformError("token-public").message);
    return {
      caller,
      scope: `${caller.orgId}:${caller.role}`,
      subject: subjectOf(caller),
      expiresAtMs: isApiToken(token) ? NEVER_MS : (decodeJwt(token).exp ?? 0) * 1000,
    };
  };
}

/** Includes the organization, because a person may make the same request in two of them. */
function subjectOf({ orgId, userId, apiToken, keySet }: OrgCaller): string {
  if (userId !== null) return `${orgId}:user:${userId}`;
  return apiToken ? `${orgId}:token:${apiToken.id}` : `${orgId}:key-set:${keySet?.id}:${keySet?.subject}`;
}
