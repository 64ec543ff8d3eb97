import { PlatformError, WEBHOOK_HIDDEN_VALUE, WEBHOOK_RESPONSE_KEPT_BYTES, type WebhookAttemptKind } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import { storableText } from "../../platform/db/storable-text.ts";
import type { OutsideAnswer } from "../../platform/net/ask-outside.ts";
import { failureDetail } from "../../platform/net/host-failure.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { AttemptRow } from "./delivery-store.ts";

/** The result of a request: its answer, or why there is none. */
export type Outcome = { answer: OutsideAnswer } | { error: unknown };

export interface AttemptDescription {
  /** The message's id. */
  deliveryId: string;
  orgId: string;
  kind: WebhookAttemptKind;
  url: string;
  startedAt: Date;
  durationMs: number;
  /** The request's own headers. */
  own: Readonly<Record<string, string>>;
  /** The organization's headers. They may prove who sends the request. */
  headers: Readonly<Record<string, string>>;
  /** The edited body, if a person changed it. */
  body: Record<string, unknown> | null;
  outcome: Outcome;
}

/** Headers of each request that carries a server message. */
export function messageHeaders(messageId: string, callId: string | null): Record<string, string> {
  return { "x-callwright-message-id": messageId, ...(callId === null ? {} : { "x-call-id": callId }) };
}

/** An attempt as the log keeps it, without secrets. */
export function toAttemptRow(
  { newId }: Pick<ServerContext, "newId">,
  { own, headers, body, outcome, durationMs, ...attempt }: AttemptDescription,
  isDelivered: boolean,
): AttemptRow {
  const answer = "answer" in outcome ? outcome.answer : undefined;
  const hidden = Object.keys(headers).map((name) => [name.toLowerCase(), WEBHOOK_HIDDEN_VALUE]);
  const why =
    "error" in outcome ? failureSentence(outcome.error) : `The server answered with status ${answer?.status} instead of 2xx.`;
  return {
    ...attempt,
    id: newId(),
    durationMs: Math.round(durationMs),
    requestHeaders: { "content-type": "application/json", "user-agent": "Callwright", ...own, ...Object.fromEntries(hidden) },
    body,
    responseStatus: answer?.status ?? null,
    responseBody: answer ? storableText(answer.text.slice(0, WEBHOOK_RESPONSE_KEPT_BYTES)) : null,
    error: isDelivered ? null : why,
  };
}

function failureSentence(cause: unknown): string {
  if (cause instanceof PlatformError) return `The request was not sent. ${cause.message}`;
  if (cause instanceof PrivateAddressError)
    return "The request was refused, because its address is private. ALLOW_PRIVATE_ADDRESSES allows these.";
  return `The request failed: ${failureDetail(cause)}.`;
}
