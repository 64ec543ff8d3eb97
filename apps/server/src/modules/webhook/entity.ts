import type { WebhookAttempt, WebhookDelivery } from "@callwright/contract";
import type { AttemptRow } from "./delivery-store.ts";
import type { ListedDelivery } from "./store.ts";

/** A delivery as the API shows it. */
export function toDelivery(row: ListedDelivery): WebhookDelivery {
  const { id, orgId, type, kind, status, target, attempts, createdAt, lastAttemptAt, nextAttemptAt } = row;
  const { url, callId, sessionId, chatId, assistantId, answeredBy, durationMs, responseStatus, error } = row;
  return {
    id,
    orgId,
    createdAt: createdAt.toISOString(),
    type,
    kind,
    status,
    target,
    attempts,
    ...present({ url, callId, sessionId, chatId, assistantId, answeredBy, durationMs, responseStatus, error }),
    ...present({ lastAttemptAt: lastAttemptAt?.toISOString(), nextAttemptAt: nextAttemptAt?.toISOString() }),
  };
}

export function toAttempt(row: AttemptRow): WebhookAttempt {
  const { id, kind, startedAt, durationMs, url, requestHeaders, body, responseStatus, responseBody, error } = row;
  return {
    id,
    kind,
    startedAt: startedAt.toISOString(),
    durationMs,
    url,
    requestHeaders,
    ...present({ body, responseStatus, responseBody, error }),
  };
}

function present<Fields extends Record<string, unknown>>(fields: Fields) {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
