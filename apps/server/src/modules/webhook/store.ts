import type { WebhookDeliveryQuery } from "@callwright/contract";
import { and, asc, count, desc, eq, gt, isNull, lt, type SQL } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { timeFilters } from "../../platform/db/list-filters.ts";
import { readCursor } from "../../platform/db/page-start.ts";
import { call } from "../call/tables.ts";
import { session } from "../chat/tables.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import { webhookDelivery } from "./tables.ts";

/** A delivery without what it says. */
export type ListedDelivery = Omit<DeliveryRow, "fields" | "message" | "lane" | "eventSeq">;

const LISTED = {
  id: webhookDelivery.id,
  seq: webhookDelivery.seq,
  orgId: webhookDelivery.orgId,
  createdAt: webhookDelivery.createdAt,
  type: webhookDelivery.type,
  kind: webhookDelivery.kind,
  status: webhookDelivery.status,
  target: webhookDelivery.target,
  url: webhookDelivery.url,
  callId: webhookDelivery.callId,
  sessionId: webhookDelivery.sessionId,
  chatId: webhookDelivery.chatId,
  assistantId: webhookDelivery.assistantId,
  answeredBy: webhookDelivery.answeredBy,
  attempts: webhookDelivery.attempts,
  lastAttemptAt: webhookDelivery.lastAttemptAt,
  durationMs: webhookDelivery.durationMs,
  responseStatus: webhookDelivery.responseStatus,
  error: webhookDelivery.error,
  nextAttemptAt: webhookDelivery.nextAttemptAt,
};

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
  const [counted] = await db.select({ total: count() }).from(webhookDelivery).where(those);
  return { rows, total: counted?.total ?? 0 };
}

/** Was what the message is about deleted? */
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
  const equals = [
    [type, query.type],
    [status, query.status],
    [target, query.target],
    [callId, query.callId?.toLowerCase()],
    [assistantId, query.assistantId?.toLowerCase()],
  ] as const;
  return [
    ...timeFilters("createdAt", createdAt, query),
    ...equals.flatMap(([column, value]) => (value === undefined ? [] : [eq(column, value)])),
  ];
}
