import type { WebhookDeliveryQuery } from "@callwright/contract";
import { and, asc, desc, eq, getTableColumns, gt, isNull, lt, type SQL } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { ids, oneOf, texts, timeFilters } from "../../platform/db/list-filters.ts";
import { readCursor } from "../../platform/db/page-start.ts";
import { call } from "../call/tables.ts";
import { session } from "../chat/tables.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import { webhookDelivery } from "./tables.ts";

/** A delivery without its content. */
export type ListedDelivery = Omit<DeliveryRow, "fields" | "message" | "lane" | "eventSeq">;

const { fields: _fields, message: _message, lane: _lane, eventSeq: _eventSeq, ...LISTED } = getTableColumns(webhookDelivery);

/** The deliveries of a page, in the order in which they were stored, and one more, if there is one; `total` is of all pages. */
export async function pageDeliveries(
  db: Database,
  orgId: string,
  query: WebhookDeliveryQuery,
): Promise<{ rows: ListedDelivery[]; total: number }> {
  const those = and(eq(webhookDelivery.orgId, orgId), ...filters(query));
  const { cursor, page, limit, sortOrder } = query;
  const [isAfter, inOrder] = sortOrder === "DESC" ? [lt, desc] : [gt, asc];
  const after = cursor === undefined ? undefined : isAfter(webhookDelivery.seq, readCursor(cursor).value);
  const rows = await db
    .select(LISTED)
    .from(webhookDelivery)
    .where(and(those, after))
    .orderBy(inOrder(webhookDelivery.seq))
    .limit(limit + 1)
    .offset(cursor === undefined ? (page - 1) * limit : 0);
  return { rows, total: await db.$count(webhookDelivery, those) };
}

/** Whether the subject of the message was deleted. */
export async function isAboutDeleted(db: Database, { callId, sessionId }: DeliveryRow): Promise<boolean> {
  const table = callId === null ? session : call;
  const id = callId ?? sessionId;
  if (id === null) return false;
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)));
  return !found;
}

function filters(query: WebhookDeliveryQuery): SQL[] {
  const { createdAt, type, status, target, callId, assistantId } = webhookDelivery;
  return [
    ...timeFilters("createdAt", createdAt, query),
    ...oneOf(type, texts(query.type)),
    ...oneOf(status, texts(query.status)),
    ...oneOf(target, texts(query.target)),
    ...oneOf(callId, ids(query.callId)),
    ...oneOf(assistantId, ids(query.assistantId)),
  ];
}
