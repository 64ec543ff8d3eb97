import type { WebhookStatus } from "@callwright/contract";
import { and, asc, count, eq, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { webhookAttempt, webhookDelivery } from "../db/schema/webhook.ts";

export type DeliveryRow = typeof webhookDelivery.$inferSelect;
export type NewDelivery = typeof webhookDelivery.$inferInsert;
export type AttemptRow = Omit<typeof webhookAttempt.$inferSelect, "seq">;

/** In this order. A second report of a call is not stored. */
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

/** The oldest message of a lane that waits for its first attempt. */
export async function findNextWaiting(db: Database, lane: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.lane, lane), eq(webhookDelivery.status, "waiting")))
    .orderBy(asc(webhookDelivery.seq))
    .limit(1);
  return row;
}

/** First attempts of an organization that are still to come. */
export async function countWaiting(db: Database, orgId: string): Promise<number> {
  const [found] = await db
    .select({ waiting: count() })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.orgId, orgId), eq(webhookDelivery.status, "waiting")));
  return found?.waiting ?? 0;
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

/** Keeps the message as it is sent, for every later attempt. */
export async function keepMessage(db: Database, id: string, message: Record<string, unknown>): Promise<void> {
  await db.update(webhookDelivery).set({ message }).where(eq(webhookDelivery.id, id));
}

export interface AttemptOutcome {
  status: WebhookStatus;
  nextAttemptAt: Date | null;
}

/** Stores an attempt. `outcome` is what the delivery comes to; without it the attempt changes only the count. */
export async function storeAttempt(
  db: Database,
  attempt: AttemptRow,
  outcome: AttemptOutcome | undefined,
): Promise<DeliveryRow | undefined> {
  const { deliveryId, startedAt, url, durationMs, responseStatus, error } = attempt;
  await db.insert(webhookAttempt).values(attempt);
  const [row] = await db
    .update(webhookDelivery)
    .set({
      attempts: sql`${webhookDelivery.attempts} + 1`,
      ...(outcome && { ...outcome, url, durationMs, responseStatus, error, lastAttemptAt: startedAt }),
    })
    .where(eq(webhookDelivery.id, deliveryId))
    .returning();
  return row;
}

/** Ends a delivery without an attempt. */
export async function failDelivery(db: Database, id: string, error: string): Promise<void> {
  await db.update(webhookDelivery).set({ status: "failed", nextAttemptAt: null, error }).where(eq(webhookDelivery.id, id));
}

/** Attempts so far, without those of people. */
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
