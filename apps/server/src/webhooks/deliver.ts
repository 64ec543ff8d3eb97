import type { ServerTarget, WebhookAttemptKind } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import type { ServerContext } from "../server-context.ts";
import { type AttemptResult, attemptDelivery } from "./attempt-delivery.ts";
import { type AttemptOutcome, countTries, type DeliveryRow, failDelivery, keepMessage, storeAttempt } from "./delivery-store.ts";
import { retryDelayMs } from "./retry-delay.ts";

/** What a message says and where it goes. */
export interface ComposedMessage {
  /** Without `assistant`. */
  message: Record<string, unknown>;
  /** The conversation's, without secrets. */
  assistant: Record<string, unknown> | undefined;
  /** Undefined when it has none any more. */
  server: ServerTarget | undefined;
}

/** Reads what a message says; undefined when its conversation is gone. */
export type ComposeMessage = (delivery: DeliveryRow) => Promise<ComposedMessage | undefined>;

export interface DeliveryContext extends Pick<ServerContext, "db" | "network" | "newId" | "now" | "secrets" | "config"> {
  compose: ComposeMessage;
  /** Adds a retry in the transaction of `tx`. */
  retry(tx: Database, delivery: Pick<DeliveryRow, "orgId" | "id">, at: Date): Promise<void>;
  random: () => number;
}

export interface DeliveryOptions {
  kind: WebhookAttemptKind;
  signal: AbortSignal;
  /** A failure is final. Default false. */
  isOnly?: boolean;
  /** Sent instead of the message. */
  edited?: Record<string, unknown> | undefined;
}

/**
 * Sends a message once and stores the attempt. Answers the changed delivery; undefined when there was nothing to send. A person's `resend`
 * gets no retries, and cannot make a delivery worse.
 */
export async function deliver(
  context: DeliveryContext,
  delivery: DeliveryRow,
  { kind, signal, isOnly = false, edited }: DeliveryOptions,
): Promise<DeliveryRow | undefined> {
  const { db, now } = context;
  const composed = await context.compose(delivery);
  const url = composed?.server?.url;
  if (!composed || url === undefined) {
    const why = composed ? "There is no server for it any more." : "Its conversation was deleted.";
    if (kind !== "resend") await failDelivery(db, delivery.id, why);
    return undefined;
  }
  const { message, assistant, server } = composed;
  if (!delivery.message) await keepMessage(db, delivery.id, message);
  const { id, orgId, callId } = delivery;
  const target = { ...server, url };
  const result = await attemptDelivery(
    { ...context, signal },
    {
      ...{ id, orgId, callId, kind, server: target },
      body: edited ?? messageBody(delivery.message ?? message, assistant),
      isEdited: edited !== undefined,
    },
  );
  const { attempt, isDelivered } = result;
  if (kind === "resend") return storeAttempt(db, attempt, isDelivered && !edited ? DELIVERED : undefined);
  if (isDelivered) return storeAttempt(db, attempt, DELIVERED);
  const delayMs = isOnly ? undefined : await delayOf(context, result, target);
  if (delayMs === undefined) return storeAttempt(db, attempt, { status: "failed", nextAttemptAt: null });
  const nextAttemptAt = new Date(now().getTime() + delayMs);
  return db.transaction(async (tx) => {
    await context.retry(tx, delivery, nextAttemptAt);
    return storeAttempt(tx, attempt, { status: "retrying", nextAttemptAt });
  });
}

const DELIVERED: AttemptOutcome = { status: "delivered", nextAttemptAt: null };

async function delayOf(
  { db, now, config, random }: DeliveryContext,
  { attempt, status, retryAfter }: AttemptResult,
  { backoffPlan: plan }: ServerTarget,
): Promise<number | undefined> {
  const attempts = (await countTries(db, attempt.deliveryId)) + 1;
  return retryDelayMs({ attempts, status, retryAfter }, { plan, byDefault: config.webhookRetries }, now(), random());
}

/** The body of a request. The stored message has no assistant; it is added here. */
export function messageBody(
  message: Record<string, unknown>,
  assistant: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return { message: assistant ? { ...message, assistant } : message };
}
