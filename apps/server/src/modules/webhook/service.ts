import {
  invalid,
  PlatformError,
  type ResendWebhook,
  type SendWebhookSample,
  type ServerTarget,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookDeliveryQuery,
  type WebhookTarget,
} from "@callwright/contract";
import { type Page, toPage } from "../../platform/db/page-start.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { type ComposeContext, composeMessages, findOrgServer } from "./compose-message.ts";
import { type ComposeMessage, type DeliveryContext, deliver, messageBody } from "./deliver.ts";
import { type AttemptRow, type DeliveryRow, findDelivery, insertDeliveries, listAttempts } from "./delivery-store.ts";
import { sampleMessage } from "./sample-message.ts";
import { isAboutDeleted, type ListedDelivery, pageDeliveries } from "./store.ts";

export type WebhookContext = Pick<ServerContext, "config" | "network" | "newId" | "now"> & ComposeContext;

/** Where the reader of a response reaches this server, and when the reader is gone. */
export interface DeliveryReader {
  origin: string;
  signal: AbortSignal;
}

export async function listDeliveries(
  { db }: WebhookContext,
  { orgId }: OrgCaller,
  query: WebhookDeliveryQuery,
): Promise<Page<WebhookDelivery>> {
  return toPage(query, await pageDeliveries(db, orgId, query), toDelivery, ({ seq }) => seq);
}

export async function getDelivery(
  context: WebhookContext,
  { orgId }: OrgCaller,
  id: string,
  origin: string,
): Promise<WebhookDeliveryDetail> {
  return toDetail(context, found(await findDelivery(context.db, orgId, id), "Webhook delivery"), origin);
}

/** Fails with `webhook-server-missing`. A failed attempt is a result. */
export async function resendDelivery(
  context: WebhookContext,
  caller: OrgCaller,
  id: string,
  { body: edited }: ResendWebhook,
  { origin, signal }: DeliveryReader,
): Promise<WebhookDeliveryDetail> {
  const row = found(await findDelivery(context.db, caller.orgId, id), "Webhook delivery");
  if (row.message && Object.keys(row.message).length === 0 && !edited)
    throw invalid("this message of a HIPAA or PCI call was not stored and cannot be sent again");
  const compose = composeMessages(context, origin);
  if (!(await deliver(once(context, compose), row, { kind: "resend", signal, edited })))
    throw new PlatformError("webhook-server-missing");
  return getDelivery(context, caller, id, origin);
}

/** Fails with `webhook-server-missing` or `not-found` (the assistant). A failed attempt is a result. */
export async function sendSample(
  context: WebhookContext,
  caller: OrgCaller,
  { type, assistantId, server: given }: SendWebhookSample,
  { origin, signal }: DeliveryReader,
): Promise<WebhookDeliveryDetail> {
  const { orgId } = caller;
  const { target, server } = await sampleServer(context, orgId, assistantId, given);
  const [id, createdAt] = [context.newId(), context.now()];
  const message = { messageId: id, timestamp: createdAt.getTime(), type, ...sampleMessage(type, { id, orgId, createdAt }) };
  const ofAssistant = assistantId === undefined ? {} : { assistantId: assistantId.toLowerCase() };
  const row = { id, orgId, createdAt, lane: id, type, target, fields: {}, message, ...ofAssistant };
  await insertDeliveries(context.db, [{ ...row, kind: "sample", status: "failed" }]);
  const stored = found(await findDelivery(context.db, orgId, id), "Webhook delivery");
  const compose: ComposeMessage = async () => ({ message, assistant: undefined, server });
  await deliver(once(context, compose), stored, { kind: "first", signal, isOnly: true });
  return getDelivery(context, caller, id, origin);
}

async function sampleServer(
  context: WebhookContext,
  orgId: string,
  assistantId: string | undefined,
  given: ServerTarget | undefined,
): Promise<{ target: WebhookTarget; server: ServerTarget }> {
  if (given?.url !== undefined) return { target: "custom", server: given };
  const assistant =
    assistantId === undefined
      ? undefined
      : found(await context.sources.findAssistant(orgId, assistantId.toLowerCase()), "Assistant");
  if (assistant?.config.server?.url !== undefined) return { target: "assistant", server: assistant.config.server };
  const server = await findOrgServer(context, orgId);
  if (server?.url === undefined) throw new PlatformError("webhook-server-missing");
  return { target: "org", server };
}

/** For attempts without retries. */
function once(context: WebhookContext, compose: ComposeMessage): DeliveryContext {
  return { ...context, compose, random: () => 0, retry: () => Promise.reject(new Error("a single attempt has no retries")) };
}

/** `origin`: for links of a message that is not composed yet. */
async function toDetail(context: WebhookContext, row: DeliveryRow, origin: string): Promise<WebhookDeliveryDetail> {
  const attempts = await listAttempts(context.db, row.id);
  return { ...toDelivery(row), body: await bodyOf(context, row, origin), log: attempts.map(toAttempt) };
}

async function bodyOf(context: WebhookContext, row: DeliveryRow, origin: string): Promise<Record<string, unknown> | null> {
  if (await isAboutDeleted(context.db, row)) return null;
  const composed = await composeMessages(context, origin)(row);
  const message = row.message ?? composed?.message;
  return message ? messageBody({ assistant: undefined, ...composed, message }) : null;
}

/** A delivery as the API shows it. */
function toDelivery(row: ListedDelivery): WebhookDelivery {
  const { id, orgId, type, kind, status, target, attempts, createdAt, lastAttemptAt, nextAttemptAt } = row;
  const { url, callId, sessionId, chatId, assistantId, answeredBy, durationMs, responseStatus, error } = row;
  return {
    ...present({ id, orgId, type, kind, status, target, attempts, createdAt, lastAttemptAt, nextAttemptAt }),
    ...present({ url, callId, sessionId, chatId, assistantId, answeredBy, durationMs, responseStatus, error }),
  };
}

function toAttempt(row: AttemptRow): WebhookAttempt {
  const { id, kind, startedAt, durationMs, url, requestHeaders, body, responseStatus, responseBody, error } = row;
  return present({ id, kind, startedAt, durationMs, url, requestHeaders, body, responseStatus, responseBody, error });
}
