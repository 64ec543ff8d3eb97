import type { AskedMessageType, WebhookTarget } from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { RequestAttempt } from "../credential/outgoing/retry-request.ts";
import { toAttemptRow } from "./attempt-row.ts";
import { type AttemptRow, insertDeliveries, type NewDelivery } from "./delivery-store.ts";
import { webhookAttempt } from "./tables.ts";

/** A message whose answer a conversation or a campaign has waited for. */
export interface AskedMessage {
  id: string;
  createdAt: Date;
  type: AskedMessageType | "campaign.predial";
  target: WebhookTarget;
  url: string;
  /** The message without `assistant`. */
  message: Readonly<Record<string, unknown>>;
  /** The request's headers: those of every message, and the organization's own. */
  own: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** The attempts at the server or terminal, at least one. */
  attempts: readonly RequestAttempt[];
  isAnswer(status: number): boolean;
  /** The owner of the terminal that answered. */
  answeredBy: string | null;
}

interface AskingConversation {
  orgId: string;
  assistantId: string | null;
  callId?: string;
  sessionId?: string;
  chatId?: string;
}

/** Stores a message with its completed attempts. */
export async function storeAskedMessage(
  context: Pick<ServerContext, "db" | "newId">,
  conversation: AskingConversation,
  { attempts: made, isAnswer, own, headers, url, message, ...asked }: AskedMessage,
): Promise<void> {
  const { orgId } = conversation;
  const rows = made.map(({ startedAt, durationMs, outcome }, index): AttemptRow => {
    const kind = index === 0 ? "first" : "retry";
    const isDelivered = "answer" in outcome && isAnswer(outcome.answer.status);
    const attempt = { deliveryId: asked.id, orgId, kind, url, startedAt, durationMs, own, headers, body: null, outcome } as const;
    return toAttemptRow(context, attempt, isDelivered);
  });
  const row = { ...asked, ...conversation, lane: asked.id, kind: "answered", fields: {}, message: { ...message } } as const;
  await storeAttempted(context.db, row, rows);
}

type AttemptedDelivery = Omit<
  NewDelivery,
  "url" | "attempts" | "lastAttemptAt" | "durationMs" | "responseStatus" | "error" | "status"
>;

/** Stores a message that no queue delivers, with its attempts. The last one decides its state. */
export async function storeAttempted(db: Database, row: AttemptedDelivery, attempts: readonly AttemptRow[]): Promise<void> {
  const last = attempts.at(-1);
  if (!last) return;
  const { url, startedAt: lastAttemptAt, durationMs, responseStatus, error } = last;
  const result = { url, attempts: attempts.length, lastAttemptAt, durationMs, responseStatus, error };
  await db.transaction(async (tx) => {
    await insertDeliveries(tx, [{ ...row, ...result, status: error === null ? "delivered" : "failed" }]);
    await tx.insert(webhookAttempt).values([...attempts]);
  });
}
