import type { ServerTarget, WebhookAttemptKind } from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { countServerMessage } from "../../platform/quota/quotas.ts";
import { type AttemptResult, attemptDelivery } from "./attempt-delivery.ts";
import {
  type AttemptOutcome,
  type AttemptRow,
  countTries,
  type DeliveryRow,
  failDelivery,
  keepMessages,
  storeAttempt,
} from "./delivery-store.ts";
import { retryDelayMs } from "./retry-delay.ts";

/** The content and the address of a message. */
export interface ComposedMessage {
  /** The message without `assistant`. */
  message: Record<string, unknown>;
  /** The conversation's, without secrets. */
  assistant: Record<string, unknown> | undefined;
  /** The message itself is the body, as another service wants it. Default false. */
  isBody?: boolean;
  /** Undefined if it was removed. */
  server: ServerTarget | undefined;
}

/** Reads the content of a message; undefined if its conversation was deleted. */
export type ComposeMessage = (delivery: DeliveryRow) => Promise<ComposedMessage | undefined>;

export interface DeliveryContext extends Pick<ServerContext, "db" | "network" | "newId" | "now" | "secrets" | "config"> {
  compose: ComposeMessage;
  /** Adds a retry in the transaction of `tx`. */
  retry(tx: Database, delivery: Pick<DeliveryRow, "orgId" | "id">, at: Date): Promise<void>;
  random: () => number;
}

/** Sends a message in its server's turn. */
export type InTurn = <Result>(
  message: { orgId: string; server: ReadyMessage["server"] },
  send: () => Promise<Result>,
) => Promise<Result>;

export interface DeliveryOptions {
  kind: WebhookAttemptKind;
  signal: AbortSignal;
  /** Default: at once. */
  inTurn?: InTurn;
  /** A failure is final. Default false. */
  isOnly?: boolean;
  /** Sent instead of the message. */
  edited?: Record<string, unknown> | undefined;
}

/** A message that can be sent. */
interface ReadyMessage {
  delivery: DeliveryRow;
  /** The message that every attempt sends. */
  message: Record<string, unknown>;
  assistant: ComposedMessage["assistant"];
  isBody: boolean | undefined;
  server: ServerTarget & { url: string };
}

/**
 * Sends a message once and stores the attempt. False if there was no message or no server. A person's `resend` is not retried, and never makes the
 * state of a delivery worse.
 */
export async function deliver(context: DeliveryContext, delivery: DeliveryRow, options: DeliveryOptions): Promise<boolean> {
  const [ready] = await makeReady(context, [delivery], options.kind);
  if (ready) await attempt(context, ready, options);
  return ready !== undefined;
}

/** Content that was read is sent within this time. Later messages are read again in the next round. */
const READ_FOR_MS = 1_000;

/**
 * Sends the messages of one lane for the first time, one after the other. It may end before the last one; the rest continues to wait. Their content
 * is read together, because reading it for each message costs more than sending it.
 */
export async function deliverInOrder(
  context: DeliveryContext,
  deliveries: readonly DeliveryRow[],
  options: Pick<DeliveryOptions, "signal" | "inTurn">,
): Promise<void> {
  const startedMs = context.now().getTime();
  for (const ready of await makeReady(context, deliveries, "first")) {
    await attempt(context, ready, { kind: "first", ...options });
    if (context.now().getTime() - startedMs > READ_FOR_MS) return;
  }
}

/** Composes and stores messages. Leaves out those that cannot be sent, which fail unless a person sends them again. */
async function makeReady(
  { db, compose }: DeliveryContext,
  deliveries: readonly DeliveryRow[],
  kind: WebhookAttemptKind,
): Promise<ReadyMessage[]> {
  const ready: ReadyMessage[] = [];
  for (const delivery of deliveries) {
    const composed = await compose(delivery);
    const url = composed?.server?.url;
    if (composed && url !== undefined) {
      const { assistant, isBody, server } = composed;
      ready.push({ delivery, message: delivery.message ?? composed.message, assistant, isBody, server: { ...server, url } });
    } else if (kind !== "resend") {
      const why = composed ? "There is no server for it any more." : "Its conversation was deleted.";
      await failDelivery(db, delivery.id, why);
    }
  }
  const composedNow = ready.filter(({ delivery }) => !delivery.message);
  await keepMessages(
    db,
    composedNow.map(({ delivery, message }) => ({ id: delivery.id, message })),
  );
  return ready;
}

async function attempt(
  context: DeliveryContext,
  { delivery, server, ...composed }: ReadyMessage,
  { kind, signal, inTurn = (_message, send) => send(), isOnly = false, edited }: DeliveryOptions,
): Promise<void> {
  const { db } = context;
  const { id, orgId, callId } = delivery;
  const refused = kind === "first" ? await countServerMessage(context, orgId) : undefined;
  if (refused !== undefined) return failDelivery(db, id, refused);
  const body = edited ?? messageBody(composed);
  const sent = { id, orgId, callId, kind, server, body, isEdited: edited !== undefined };
  const result = await inTurn({ orgId, server }, () => attemptDelivery({ ...context, signal }, sent));
  const { attempt: row, isDelivered } = result;
  if (kind === "resend") return storeAttempt(db, row, isDelivered && !edited ? DELIVERED : undefined);
  if (isDelivered) return storeAttempt(db, row, DELIVERED);
  await storeFailure(context, delivery, row, isOnly ? undefined : await delayOf(context, result, server));
}

const DELIVERED: AttemptOutcome = { status: "delivered", nextAttemptAt: null };

/** Without `delayMs`, the failure is final. */
async function storeFailure(
  { db, now, retry }: DeliveryContext,
  delivery: DeliveryRow,
  attempt: AttemptRow,
  delayMs: number | undefined,
): Promise<void> {
  if (delayMs === undefined) return storeAttempt(db, attempt, { status: "failed", nextAttemptAt: null });
  const nextAttemptAt = new Date(now().getTime() + delayMs);
  await db.transaction(async (tx) => {
    await retry(tx, delivery, nextAttemptAt);
    await storeAttempt(tx, attempt, { status: "retrying", nextAttemptAt });
  });
}

async function delayOf(
  { db, now, config, random }: DeliveryContext,
  { attempt, status, retryAfter }: AttemptResult,
  { backoffPlan: plan }: ServerTarget,
): Promise<number | undefined> {
  const attempts = (await countTries(db, attempt.deliveryId)) + 1;
  return retryDelayMs({ attempts, status, retryAfter }, { plan, byDefault: config.webhookRetries }, now(), random());
}

/** The body of a request. The stored message has no assistant; it is added here. */
export function messageBody({
  message,
  assistant,
  isBody = false,
}: Pick<ComposedMessage, "message" | "assistant"> & { isBody?: boolean | undefined }): Record<string, unknown> {
  return isBody ? message : { message: assistant ? { ...message, assistant } : message };
}
