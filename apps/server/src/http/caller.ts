import type { Role } from "@callwright/contract";

/** The holder of a user token: a signed-in person, outside of any organisation. */
export interface UserCaller {
  kind: "user";
  userId: string;
}

/** The holder of an organisation token. `userId` is null for an API token. */
export interface OrgCaller {
  kind: "org";
  orgId: string;
  role: Role;
  tag: "private" | "public";
  userId: string | null;
}

/** Who sent a request, as its bearer token proves. */
export type Caller = UserCaller | OrgCaller;
