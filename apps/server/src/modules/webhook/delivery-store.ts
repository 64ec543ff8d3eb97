import type { WebhookStatus } from "@callwright/contract";
import { and, asc, eq, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { webhookAttempt, webhookDelivery } from "./tables.ts";

export type DeliveryRow = typeof webhookDelivery.$inferSelect;
export type NewDelivery = typeof webhookDelivery.$inferInsert;
export type AttemptRow = Omit<typeof webhookAttempt.$inferSelect, "seq">;

/** Stores deliveries in this order. A second report of a call is not stored. */
export async function insertDeliveries(db: Database, rows: readonly NewDelivery[]): Promise<void> {
  await db
    .insert(webhookDelivery)
    .values([...rows])
    .onConflictDoNothing();
}

export async function findDelivery(db: Database, orgId: string, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.orgId, orgId), eq(webhookDelivery.id, id)));
  return row;
}

/** The oldest messages of a lane that wait for their first attempt, the oldest first. */
export async function listNextWaiting(db: Database, lane: string, limit: number): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.lane, lane), eq(webhookDelivery.status, "waiting")))
    .orderBy(asc(webhookDelivery.seq))
    .limit(limit);
}

/** First attempts of an organization that are still to come. */
export function countWaiting(db: Database, orgId: string): Promise<number> {
  return db.$count(webhookDelivery, and(eq(webhookDelivery.orgId, orgId), eq(webhookDelivery.status, "waiting")));
}

/** Lanes with messages that wait for their first attempt. */
export async function listWaitingLanes(db: Database): Promise<{ orgId: string; lane: string }[]> {
  return db
    .selectDistinct({ orgId: webhookDelivery.orgId, lane: webhookDelivery.lane })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.status, "waiting"));
}

/** Messages that wait for their next attempt. */
export async function listRetrying(db: Database): Promise<Pick<DeliveryRow, "orgId" | "id" | "nextAttemptAt">[]> {
  const { orgId, id, nextAttemptAt } = webhookDelivery;
  return db.select({ orgId, id, nextAttemptAt }).from(webhookDelivery).where(eq(webhookDelivery.status, "retrying"));
}

/** Keeps messages as they are sent, for every later attempt. */
export async function keepMessages(
  db: Database,
  messages: readonly { id: string; message: Record<string, unknown> }[],
): Promise<void> {
  if (messages.length === 0) return;
  const ids = sql.param(messages.map(({ id }) => id));
  const texts = sql.param(messages.map(({ message }) => JSON.stringify(message)));
  await db.execute(sql`
    update webhook_delivery d set message = kept.message::json
    from unnest(${ids}::text[], ${texts}::text[]) as kept(id, message)
    where d.id = kept.id`);
}

export interface AttemptOutcome {
  status: WebhookStatus;
  nextAttemptAt: Date | null;
}

/**
 * Stores an attempt and the resulting state of the delivery, in one statement, because each statement costs more than the request. Without `outcome`,
 * the attempt only changes the count.
 */
export async function storeAttempt(db: Database, attempt: AttemptRow, outcome: AttemptOutcome | undefined): Promise<void> {
  const { deliveryId, startedAt, url, durationMs, responseStatus, error } = attempt;
  const stored = db.$with("stored").as(db.insert(webhookAttempt).values(attempt).returning({ id: webhookAttempt.id }));
  await db
    .with(stored)
    .update(webhookDelivery)
    .set({
      attempts: sql`${webhookDelivery.attempts} + 1`,
      ...(outcome && { ...outcome, url, durationMs, responseStatus, error, lastAttemptAt: startedAt }),
    })
    .where(eq(webhookDelivery.id, deliveryId));
}

/** Ends a delivery without an attempt. */
export async function failDelivery(db: Database, id: string, error: string): Promise<void> {
  await db.update(webhookDelivery).set({ status: "failed", nextAttemptAt: null, error }).where(eq(webhookDelivery.id, id));
}

/** Attempts so far, without manual ones. */
export async function countTries(db: Database, deliveryId: string): Promise<number> {
  return db.$count(webhookAttempt, and(eq(webhookAttempt.deliveryId, deliveryId), ne(webhookAttempt.kind, "resend")));
}

export async function listAttempts(db: Database, deliveryId: string): Promise<AttemptRow[]> {
  return db.select().from(webhookAttempt).where(eq(webhookAttempt.deliveryId, deliveryId)).orderBy(asc(webhookAttempt.seq));
}

/** Deletes what was created before `until`, with its attempts. */
export async function forgetOldDeliveries(db: Database, until: Date): Promise<void> {
  await db.delete(webhookDelivery).where(lt(webhookDelivery.createdAt, until));
}
