import { type OrgAuth, type Role, TOKEN_LIFETIME_SECONDS } from "@callwright/contract";
import type { Auth } from "./auth.ts";
import { ORG_AUDIENCE, TOKEN_ISSUER } from "./token-claims.ts";

/** Makes the token that opens the platform API for one member of one organization, for an hour, or until the member's session ends. */
export type MintOrgToken = (member: { userId: string; sessionId: string; orgId: string; role: Role }) => Promise<OrgAuth>;

export function createMintOrgToken(auth: Auth, now: () => Date, newId: () => string): MintOrgToken {
  return async ({ userId, sessionId, orgId, role }) => {
    const aud = { orgId, role, tag: "private" as const };
    const iat = Math.floor(now().getTime() / 1000);
    const payload = {
      ...aud,
      iss: TOKEN_ISSUER,
      aud: ORG_AUDIENCE,
      sub: userId,
      sid: sessionId,
      jti: newId(),
      iat,
      exp: iat + TOKEN_LIFETIME_SECONDS,
    };
    const { token } = await auth.api.signJWT({ body: { payload } });
    return { accessToken: token, token, aud };
  };
}
