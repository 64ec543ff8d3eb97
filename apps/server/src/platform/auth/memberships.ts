import type { Role } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { cachedForOneSecond } from "./cached-for-one-second.ts";
import { findMemberRole } from "./stores/memberships.ts";

/** The members of organizations right now. An organization token has only the state at the time when it was made. */
export interface Memberships {
  /** The person's current role. Undefined for a non-member and in a deleted organization. */
  roleOf: (orgId: string, userId: string) => Promise<Role | undefined>;
  /** Called when a membership has changed here. */
  forget: () => void;
}

export function createMemberships(db: Database, now: () => Date): Memberships {
  const roles = cachedForOneSecond((orgId = "", userId = "") => findMemberRole(db, orgId, userId), now);
  return { roleOf: roles.read, forget: roles.forget };
}
