import type { SessionQuery } from "@callwright/contract";
import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { entityFilters, ids, oneOf, parts, texts } from "../../../platform/db/list-filters.ts";
import { type PageStart, pageOrder, startFilter } from "../../../platform/db/page-start.ts";
import { restorableSince } from "../../../platform/db/restorable-since.ts";
import { openRow, type SealedDatabase, sealHeaders } from "../../../platform/secrets/sealed-headers.ts";
import { customerFilters, holds } from "../../call/api/customer-filters.ts";
import { agentFilters } from "../agent-filters.ts";
import type { SessionRow } from "../store.ts";
import { session } from "../tables.ts";

/** The columns of a session that can change. */
export type SessionChange = Partial<Omit<SessionRow, "id" | "orgId" | "createdAt">>;

const live = (orgId: string, id: string): SQL | undefined =>
  and(eq(session.orgId, orgId), eq(session.id, id), isNull(session.deletedAt));

/** Locks the session's row until the end of the transaction. */
export async function findSessionForUpdate(store: SealedDatabase, orgId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await store.db.select().from(session).where(live(orgId, id)).for("update");
  return openRow(store, session, row);
}

/** Which sessions a page has, and one more, if there is one; `total` is of all pages. */
export async function pageSessions(
  db: Database,
  orgId: string,
  query: SessionQuery,
  start: PageStart,
): Promise<{ rows: Pick<SessionRow, "id" | "createdAt">[]; total: number }> {
  const those = and(
    eq(session.orgId, orgId),
    isNull(session.deletedAt),
    ...entityFilters(session, query),
    ...sessionFilters(query),
  );
  const rows = await db
    .select({ id: session.id, createdAt: session.createdAt })
    .from(session)
    .where(and(those, startFilter(session, start, query.sortOrder)))
    .orderBy(...pageOrder(session, query.sortOrder))
    .limit(query.limit + 1)
    .offset(start.offset);
  return { rows, total: await db.$count(session, those) };
}

/** By id, unsorted. */
export async function findSessions(store: SealedDatabase, orgId: string, ids: string[]): Promise<SessionRow[]> {
  const rows = await store.db
    .select()
    .from(session)
    .where(and(eq(session.orgId, orgId), inArray(session.id, ids)));
  return rows.map((row) => openRow(store, session, row));
}

function sessionFilters({ name, ...query }: SessionQuery): SQL[] {
  return [
    ...customerFilters(sql`${session.customer}`, query.customer, query),
    ...holds(sql`${session.assistantOverrides} -> 'variableValues'`, query.assistantOverrides?.variableValues),
    ...oneOf(session.id, ids(query.id), ids(query.idAny)),
    ...oneOf(session.name, texts(name)),
    ...agentFilters(query),
    ...oneOf(sql`${session.customer} ->> 'number'`, parts(query.customerNumberAny)),
    ...oneOf(session.phoneNumberId, ids(query.phoneNumberId), ids(query.phoneNumberIdAny)),
  ];
}

export async function changeSession(
  store: SealedDatabase,
  orgId: string,
  id: string,
  change: SessionChange,
  those: SQL = isNull(session.deletedAt),
): Promise<SessionRow | undefined> {
  const [row] = await store.db
    .update(session)
    .set(sealHeaders(store, session, id, change))
    .where(and(eq(session.orgId, orgId), eq(session.id, id), those))
    .returning();
  return openRow(store, session, row);
}

/** Brings back what was deleted lately. */
export function restoreSession(store: SealedDatabase, orgId: string, id: string, now: Date): Promise<SessionRow | undefined> {
  return changeSession(store, orgId, id, { deletedAt: null, updatedAt: now }, gt(session.deletedAt, restorableSince(now)));
}
