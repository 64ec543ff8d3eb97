import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { organization } from "../auth/tables.ts";
import { auditEvent } from "../http/tables.ts";
import type { Platform } from "../modules/module.ts";
import { type DueRows, purgeRows } from "./purge-deleted.ts";

type Context = Pick<Platform, "db" | "blobs" | "lifetimes" | "now">;

const DAY_MS = 86_400_000;
/** Maximum audit events of one statement. */
const BATCH_EVENTS = 1_000;

/** The rows that `applyRetention` would delete now, without audit events, in this order. */
export async function listExpired({
  db,
  lifetimes,
  now,
}: Pick<Context, "db" | "lifetimes" | "now">): Promise<(DueRows & { name: string })[]> {
  const retentions = await findRetentions({ db, now });
  return lifetimes.flatMap(({ table, retention, expired }) => {
    if (!retention) return [];
    const { name, isOver } = retention;
    const old = retentions.map(({ orgId, until }) =>
      and(eq(table.orgId, orgId), lte(table.createdAt, until), isOver?.(until, now())),
    );
    return [...(expired ? [expired(now())] : []), ...old].map((due) => ({ name, table, due }));
  });
}

/**
 * Permanently deletes data older than its organization's `retentionDays`: completed rows of modules with their recordings and files, and audit
 * events. Also deletes rows that expire in every organization. Returns the counts.
 */
export async function applyRetention(context: Context): Promise<Record<string, number>> {
  const total: Record<string, number> = {};
  const add = (name: string, count: number) => {
    if (count > 0) total[name] = (total[name] ?? 0) + count;
  };
  for (const { name, table, due } of await listExpired(context)) add(name, await purgeRows(context, table, due));
  for (const { orgId, until } of await findRetentions(context)) add("auditEvents", await purgeAuditEvents(context, orgId, until));
  return total;
}

/** Organizations with a retention, and the time before which their data is deleted. */
async function findRetentions({ db, now }: Pick<Context, "db" | "now">): Promise<{ orgId: string; until: Date }[]> {
  const rows = await db
    .select({ orgId: organization.id, fields: organization.fields })
    .from(organization)
    .where(sql`${organization.fields} ->> 'retentionDays' is not null`);
  return rows.flatMap(({ orgId, fields: { retentionDays } }) =>
    retentionDays === undefined ? [] : [{ orgId, until: new Date(now().getTime() - retentionDays * DAY_MS) }],
  );
}

async function purgeAuditEvents({ db }: Context, orgId: string, until: Date): Promise<number> {
  for (let purged = 0; ; ) {
    const due = db
      .select({ id: auditEvent.id })
      .from(auditEvent)
      .where(and(eq(auditEvent.orgId, orgId), lte(auditEvent.createdAt, until)))
      .limit(BATCH_EVENTS);
    const { rowCount } = await db.delete(auditEvent).where(inArray(auditEvent.id, due));
    purged += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_EVENTS) return purged;
  }
}
