import {
  SERVER_TIMEOUT_SECONDS,
  type ServerTarget,
  WEBHOOK_RESPONSE_KEPT_BYTES,
  type WebhookAttemptKind,
} from "@callwright/contract";
import type { OutsideAnswer } from "../../platform/net/ask-outside.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { sendRequest } from "../credential/outgoing/send-request.ts";
import { messageHeaders, type Outcome, toAttemptRow } from "./attempt-row.ts";
import type { AttemptRow } from "./delivery-store.ts";
import { inServersNames } from "./message-names.ts";

export type AttemptContext = Pick<ServerContext, "config" | "db" | "network" | "newId" | "now" | "secrets"> & {
  signal: AbortSignal;
};

/** A message for an organization's server. */
export interface SentMessage {
  /** The message's id, the same in every attempt. */
  id: string;
  orgId: string;
  server: ServerTarget & { url: string };
  callId: string | null;
  /** `{ "message": … }`. */
  body: Record<string, unknown>;
  kind: WebhookAttemptKind;
  /** The body differs from the message's own. Default false. */
  isEdited?: boolean;
}

export interface AttemptResult {
  attempt: AttemptRow;
  isDelivered: boolean;
  status: number | undefined;
  /** `Retry-After` of the response. */
  retryAfter: string | undefined;
}

/** Sends a message once. A failure of any kind is a result; fails only when the server stops. */
export async function attemptDelivery(context: AttemptContext, message: SentMessage): Promise<AttemptResult> {
  const { id, orgId, server, callId, body, kind, isEdited = false } = message;
  const startedAt = context.now();
  const startedMs = performance.now();
  const own = messageHeaders(id, callId);
  const outcome = await send(context, message, own).then(
    (answer): Outcome => ({ answer }),
    (error: unknown): Outcome => {
      context.signal.throwIfAborted();
      return { error };
    },
  );
  const answer = "answer" in outcome ? outcome.answer : undefined;
  const isDelivered = answer !== undefined && answer.status >= 200 && answer.status < 300;
  const durationMs = performance.now() - startedMs;
  const attempt = { deliveryId: id, orgId, kind, url: server.url, startedAt, durationMs, own, headers: server.headers ?? {} };
  return {
    attempt: toAttemptRow(context, { ...attempt, body: isEdited ? body : null, outcome }, isDelivered),
    isDelivered,
    status: answer?.status,
    retryAfter: answer?.headers["retry-after"],
  };
}

async function send(context: AttemptContext, message: SentMessage, own: Record<string, string>): Promise<OutsideAnswer> {
  const { id, orgId, server, body } = message;
  const url = new URL(server.url);
  if (!url.protocol.startsWith("http")) throw new Error("its URL is no https address, over which server messages are sent");
  // Fields that should be encrypted must not be sent as plain text.
  if (server.encryptedPaths?.length) throw new Error("this server cannot encrypt fields of messages. Remove encryptedPaths");
  // The signature of a retry has the id of the first attempt.
  const signing = { ...context, newId: () => id };
  return sendRequest(signing, orgId, {
    method: "POST",
    url,
    headers: { ...server.headers, ...own },
    body: JSON.stringify(inServersNames(server, body, context.config)),
    credentialId: server.credentialId,
    timeoutMs: (server.timeoutSeconds ?? SERVER_TIMEOUT_SECONDS.default) * 1000,
    maxBytes: WEBHOOK_RESPONSE_KEPT_BYTES,
  });
}
