import type { Role } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { findMemberRole } from "../resources/org/store.ts";
import { brieflyBelieved } from "./briefly-believed.ts";

/** Who belongs to which organisation right now: an organisation token says only who did when it was made. */
export interface Memberships {
  /** Undefined for somebody who is no member, or no more, and in an organisation that was deleted. */
  roleOf: (orgId: string, userId: string) => Promise<Role | undefined>;
  /** Called when a membership has changed here. */
  forget: () => void;
}

export function createMemberships(db: Database, now: () => Date): Memberships {
  const roles = brieflyBelieved((orgId = "", userId = "") => findMemberRole(db, orgId, userId), now);
  return { roleOf: roles.read, forget: roles.forget };
}
