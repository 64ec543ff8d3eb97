import {
  PlatformError,
  SERVER_TIMEOUT_SECONDS,
  type ServerTarget,
  WEBHOOK_HIDDEN_VALUE,
  WEBHOOK_RESPONSE_KEPT_BYTES,
  type WebhookAttemptKind,
} from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import { storableText } from "../db/storable-text.ts";
import { failureDetail } from "../net/host-failure.ts";
import { type OutgoingAnswer, sendRequest } from "../outgoing/send-request.ts";
import type { ServerContext } from "../server-context.ts";
import type { AttemptRow } from "./delivery-store.ts";

export type SendContext = Pick<ServerContext, "db" | "network" | "newId" | "now" | "secrets"> & { signal: AbortSignal };

/** A message for somebody's server. */
export interface SentMessage {
  /** Of the message, the same in every attempt. */
  id: string;
  orgId: string;
  server: ServerTarget & { url: string };
  callId: string | null;
  /** `{ "message": … }`. */
  body: Record<string, unknown>;
  kind: WebhookAttemptKind;
  /** It is not the message's own body. Default false. */
  isEdited?: boolean;
}

export interface AttemptResult {
  attempt: AttemptRow;
  isDelivered: boolean;
  status: number | undefined;
  /** `Retry-After` of the response. */
  retryAfter: string | undefined;
}

const MESSAGE_ID_HEADER = "x-callwright-message-id";
const CALL_ID_HEADER = "x-call-id";

/** Sends a message once. A failure of any kind is a result; fails only when the server stops. */
export async function attemptDelivery(context: SendContext, message: SentMessage): Promise<AttemptResult> {
  const { id, orgId, server, callId, body, kind, isEdited = false } = message;
  const startedAt = context.now();
  const startedMs = performance.now();
  const own = { [MESSAGE_ID_HEADER]: id, ...(callId === null ? {} : { [CALL_ID_HEADER]: callId }) };
  const sent = await send(context, message, own).then(
    (answer) => ({ answer, error: undefined }),
    (cause: unknown) => {
      context.signal.throwIfAborted();
      return { answer: undefined, error: failureSentence(cause) };
    },
  );
  const { answer } = sent;
  const isDelivered = answer !== undefined && answer.status >= 200 && answer.status < 300;
  const hidden = Object.keys(server.headers ?? {}).map((name) => [name.toLowerCase(), WEBHOOK_HIDDEN_VALUE]);
  return {
    attempt: {
      id: context.newId(),
      deliveryId: id,
      orgId,
      kind,
      startedAt,
      durationMs: Math.round(performance.now() - startedMs),
      url: server.url,
      requestHeaders: { "content-type": "application/json", "user-agent": "Callwright", ...own, ...Object.fromEntries(hidden) },
      body: isEdited ? body : null,
      responseStatus: answer?.status ?? null,
      responseBody: answer ? storableText(withoutSecrets(answer, server)) : null,
      error: sent.error ?? (isDelivered ? null : `The server answered with status ${answer?.status} instead of 2xx.`),
    },
    isDelivered,
    status: answer?.status,
    retryAfter: answer?.headers["retry-after"],
  };
}

async function send(context: SendContext, message: SentMessage, own: Record<string, string>): Promise<OutgoingAnswer> {
  const { id, orgId, server, body } = message;
  const url = new URL(server.url);
  if (!url.protocol.startsWith("http")) throw new Error("its URL is no https address, over which server messages are sent");
  // What should be encrypted must not leave in clear.
  if (server.encryptedPaths?.length) throw new Error("this server cannot encrypt fields of messages. Remove encryptedPaths");
  // The signature of a retry has the id of the first attempt.
  const signing = { ...context, newId: () => id };
  return sendRequest(signing, orgId, {
    method: "POST",
    url,
    headers: { ...server.headers, ...own },
    body: JSON.stringify(body),
    credentialId: server.credentialId,
    timeoutMs: (server.timeoutSeconds ?? SERVER_TIMEOUT_SECONDS.default) * 1000,
    maxBytes: WEBHOOK_RESPONSE_KEPT_BYTES,
  });
}

/** The start of a response, without what proved who sent the request: some servers send it back. */
function withoutSecrets({ text, proof }: OutgoingAnswer, { headers = {} }: ServerTarget): string {
  return [...proof, ...Object.values(headers)]
    .filter((secret) => secret.length > 0)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, WEBHOOK_HIDDEN_VALUE), text);
}

function failureSentence(cause: unknown): string {
  if (cause instanceof PlatformError) return `The request was not sent. ${cause.message}`;
  if (cause instanceof PrivateAddressError)
    return "The request was refused, because its address is private. ALLOW_PRIVATE_ADDRESSES allows these.";
  return `The request failed: ${failureDetail(cause)}.`;
}
