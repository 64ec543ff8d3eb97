import type { Role } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { findMemberRole } from "../resources/org/store.ts";

/** How long another node may still believe a role that was taken away. This one asks again at once. */
const BELIEVED_MS = 1_000;
/** Then all are forgotten: more than one node serves in a second. */
const MAX_REMEMBERED = 10_000;

/** Who belongs to which organisation right now: an organisation token says only who did when it was made. */
export interface Memberships {
  /** Undefined for somebody who is no member, or no more, and in an organisation that was deleted. */
  roleOf: (orgId: string, userId: string) => Promise<Role | undefined>;
  /** Called when a membership has changed here. */
  forget: () => void;
}

export function createMemberships(db: Database, now: () => Date): Memberships {
  const remembered = new Map<string, { readAtMs: number; role: Promise<Role | undefined> }>();
  return {
    roleOf: (orgId, userId) => {
      const key = `${orgId} ${userId}`;
      const nowMs = now().getTime();
      const last = remembered.get(key);
      if (last && nowMs - last.readAtMs < BELIEVED_MS) return last.role;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      const read = { readAtMs: nowMs, role: findMemberRole(db, orgId, userId) };
      read.role.catch(() => remembered.get(key) === read && remembered.delete(key));
      remembered.set(key, read);
      return read.role;
    },
    forget: () => remembered.clear(),
  };
}
