import { HELD_ITEMS_MAX } from "@callwright/contract";
import { and, asc, count, eq, isNull, lte, min } from "drizzle-orm";
import { callExport } from "../../modules/call/tables.ts";
import { organization } from "../../platform/auth/tables.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { GONE, isoOf, type KindWork } from "./kind-work.ts";

interface Context extends Pick<ServerContext, "db" | "held" | "now"> {
  callExports: RunQueue;
}

/** Exports by e-mail are the only mails that the server sends by itself. Those of a backup are overdue; see `listOpenExports`. */
export function heldMails({ db, held, now, callExports }: Context): KindWork {
  const isOverdue = and(
    isNull(callExport.sentAt),
    isNull(callExport.deletedAt),
    held.restoredAt && lte(callExport.updatedAt, held.restoredAt),
  );

  /** From now on, it counts as an export that was made after the restore. */
  const take = (id: string, change: { deletedAt?: Date } = {}) => ({
    where: and(eq(callExport.id, id), isOverdue),
    set: { updatedAt: now(), ...change },
  });

  return {
    async summary() {
      const [found] = await db
        .select({ overdue: count(), oldest: min(callExport.createdAt) })
        .from(callExport)
        .where(isOverdue);
      const { overdue = 0, oldest } = found ?? {};
      return { held: overdue, ahead: 0, overdue, oldestAt: isoOf(oldest) };
    },
    async items() {
      const rows = await db
        .select({ id: callExport.id, org: organization.name, email: callExport.email, at: callExport.createdAt })
        .from(callExport)
        .innerJoin(organization, eq(organization.id, callExport.orgId))
        .where(isOverdue)
        .orderBy(asc(callExport.createdAt))
        .limit(HELD_ITEMS_MAX);
      return rows.map(({ id, org, email, at }) => ({ id, org, name: email, detail: "Export of calls", dueAt: at.toISOString() }));
    },
    async send(id) {
      const isAdded = await db.transaction(async (tx) => {
        const { set, where } = take(id);
        const [row] = await tx.update(callExport).set(set).where(where).returning({ orgId: callExport.orgId, id: callExport.id });
        if (row) await callExports.add(tx, row);
        return row !== undefined;
      });
      callExports.wake();
      return isAdded ? undefined : GONE;
    },
    async drop(id) {
      const { set, where } = take(id, { deletedAt: now() });
      const dropped = await db.update(callExport).set(set).where(where).returning({ id: callExport.id });
      return dropped.length > 0 ? undefined : GONE;
    },
  };
}
