import type { SessionQuery } from "@callwright/contract";
import { and, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { commaSeparated, entityFilters, lowerCase } from "../../../platform/db/list-filters.ts";
import { type PageStart, pageOrder, startFilter } from "../../../platform/db/page-start.ts";
import { openRow, type SealedDatabase, sealHeaders } from "../../../platform/secrets/sealed-headers.ts";
import { customerFilters, holds } from "../../call/api/customer-filters.ts";
import type { SessionRow } from "../store.ts";
import { session } from "../tables.ts";
import { teamFilters } from "../team-filters.ts";

/** What of a session can change. */
export type SessionChange = Partial<Omit<SessionRow, "id" | "orgId" | "createdAt">>;

const live = (orgId: string, id: string): SQL | undefined =>
  and(eq(session.orgId, orgId), eq(session.id, id), isNull(session.deletedAt));

/** Until the end of the transaction nobody else changes it. */
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
  const [counted] = await db.select({ total: count() }).from(session).where(those);
  return { rows, total: counted?.total ?? 0 };
}

/** By id, in no order. */
export async function findSessions(store: SealedDatabase, orgId: string, ids: string[]): Promise<SessionRow[]> {
  const rows = await store.db
    .select()
    .from(session)
    .where(and(eq(session.orgId, orgId), inArray(session.id, ids)));
  return rows.map((row) => openRow(store, session, row));
}

function sessionFilters(query: SessionQuery): SQL[] {
  const { id, idAny, name, assistantId, assistantIdAny, customer, customerNumberAny, phoneNumberId, phoneNumberIdAny } = query;
  const { name: _, ...flat } = query;
  const filters = [
    ...customerFilters(sql`${session.customer}`, customer, flat),
    ...holds(sql`${session.assistantOverrides} -> 'variableValues'`, query.assistantOverrides?.variableValues),
  ];
  if (id !== undefined) filters.push(eq(session.id, id.toLowerCase()));
  if (idAny !== undefined) filters.push(inArray(session.id, lowerCase(idAny)));
  if (name !== undefined) filters.push(eq(session.name, name));
  if (assistantId !== undefined) filters.push(eq(session.assistantId, assistantId.toLowerCase()));
  if (assistantIdAny !== undefined) filters.push(inArray(session.assistantId, commaSeparated(assistantIdAny)));
  filters.push(...teamFilters(query));
  if (customerNumberAny !== undefined)
    filters.push(inArray(sql`${session.customer} ->> 'number'`, commaSeparated(customerNumberAny)));
  if (phoneNumberId !== undefined) filters.push(eq(session.phoneNumberId, phoneNumberId.toLowerCase()));
  if (phoneNumberIdAny !== undefined) filters.push(inArray(session.phoneNumberId, lowerCase(phoneNumberIdAny)));
  return filters;
}

export async function changeSession(
  store: SealedDatabase,
  orgId: string,
  id: string,
  change: SessionChange,
): Promise<SessionRow | undefined> {
  const [row] = await store.db
    .update(session)
    .set(sealHeaders(store, session, id, change))
    .where(live(orgId, id))
    .returning();
  return openRow(store, session, row);
}

/** Bring back what was deleted after `since`. */
export async function restoreSession(
  store: SealedDatabase,
  orgId: string,
  id: string,
  since: Date,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await store.db
    .update(session)
    .set({ deletedAt: null, updatedAt: now })
    .where(and(eq(session.orgId, orgId), eq(session.id, id), isNotNull(session.deletedAt), gt(session.deletedAt, since)))
    .returning();
  return openRow(store, session, row);
}
