import type { CompatForm, Role, TokenRestrictions } from "@callwright/contract";

/** The holder of a user token: a signed-in person, outside of any organization. */
export interface UserCaller {
  kind: "user";
  userId: string;
  sessionId: string;
}

/** The holder of an organization token, of an API token of an organization, or of a token that its own server signed. */
export interface OrgCaller {
  kind: "org";
  orgId: string;
  role: Role;
  /** `public`: a visitor of somebody's page, whose API token everybody can read. */
  tag: "private" | "public";
  /** Null for an API token, and for a token signed by the organization's own server. */
  userId: string | null;
  /** The session in which an organization token was made. */
  sessionId?: string;
  /** Null for an organization token. */
  apiToken: { id: string; restrictions: TokenRestrictions; compat?: CompatForm | null } | null;
  /** The key set and the `sub` of a token that the organization's own server signed. */
  keySet?: { id: string; name: string; subject: string };
}

/** The sender of a request, proven by its bearer token. */
export type Caller = UserCaller | OrgCaller;

/** The caller that a bearer token proves. Fails with `unauthorized`, `token-expired`, `token-disabled`, `token-refused` or `key-set-unavailable`. */
export type Authenticate = (token: string) => Promise<Caller>;
