import { EXPORT_LINK_DAYS } from "@callwright/contract";
import { and, eq, inArray, isNull, lte, ne, not, or, sql } from "drizzle-orm";
import { call, callExport } from "../../modules/call/tables.ts";
import { chat, session } from "../../modules/chat/tables.ts";
import { isOpenTestRun, testSuiteRun } from "../../modules/test-suite/tables.ts";
import { organization } from "../auth/tables.ts";
import { auditEvent } from "../http/tables.ts";
import type { ServerContext } from "../platform.ts";
import { type DueRows, purgeRows } from "./purge-deleted.ts";

type Context = Pick<ServerContext, "db" | "blobs" | "now">;

const DAY_MS = 86_400_000;
/** Audit events of one statement. */
const BATCH_EVENTS = 1_000;

type Expiring = "calls" | "chats" | "exports" | "sessions" | "testRuns";

/** What `applyRetention` would delete now, without audit events, in this order. */
export async function listExpired(context: Pick<Context, "db" | "now">): Promise<(DueRows & { what: Expiring })[]> {
  const linksEnded = new Date(context.now().getTime() - (EXPORT_LINK_DAYS + 1) * DAY_MS);
  const expired: (DueRows & { what: Expiring })[] = [
    { what: "exports", table: callExport, due: lte(callExport.updatedAt, linksEnded) },
  ];
  for (const { orgId, until } of await findRetentions(context)) {
    const old = (table: typeof call | typeof callExport | typeof chat | typeof session | typeof testSuiteRun) =>
      and(eq(table.orgId, orgId), lte(table.createdAt, until));
    // A scheduled call is created long before it takes place.
    const isOver = and(eq(call.status, "ended"), or(isNull(call.endedAt), lte(call.endedAt, until)));
    const isQuiet = or(isNull(session.answeringUntil), lte(session.answeringUntil, context.now()));
    expired.push(
      { what: "calls", table: call, due: and(old(call), isOver) },
      { what: "sessions", table: session, due: and(old(session), lte(session.updatedAt, until), isQuiet) },
      { what: "chats", table: chat, due: and(old(chat), ne(chat.status, "in-progress")) },
      { what: "testRuns", table: testSuiteRun, due: and(old(testSuiteRun), not(isOpenTestRun)) },
      { what: "exports", table: callExport, due: old(callExport) },
    );
  }
  return expired;
}

/**
 * Permanently deletes data older than its organization's `retentionDays`: calls that ended before, with their recordings, chats (also of active
 * sessions), inactive sessions, ended runs of tests, exports and audit events. Deletes the exports whose links have ended, too. Returns the counts.
 */
export async function applyRetention(context: Context): Promise<Record<string, number>> {
  const total = { calls: 0, chats: 0, sessions: 0, testRuns: 0, exports: 0, auditEvents: 0 };
  for (const { what, table, due } of await listExpired(context)) total[what] += await purgeRows(context, table, due);
  for (const { orgId, until } of await findRetentions(context))
    total.auditEvents += await purgeAuditEvents(context, orgId, until);
  return Object.fromEntries(Object.entries(total).filter(([, count]) => count > 0));
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
