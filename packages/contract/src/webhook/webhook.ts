import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { TERMINAL_ANSWER_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { webhookNoun } from "./webhook-noun.ts";
import {
  ASKED_MESSAGE_TYPES,
  WEBHOOK_ATTEMPT_KINDS,
  WEBHOOK_KINDS,
  WEBHOOK_SAMPLE_TYPES,
  WEBHOOK_STATUSES,
  WEBHOOK_TARGETS,
} from "./webhook-terms.ts";

/** One server message and the state of its delivery. Kept for `WEBHOOK_LOG_DAYS`. Callwright only. */
export const WebhookDelivery = z.looseObject({
  /** Also in the message (`messageId`) and in the header `X-Callwright-Message-Id`, the same in every attempt. */
  id: Id,
  orgId: Id,
  createdAt: z.string(),
  type: z.string(),
  kind: z.enum(WEBHOOK_KINDS),
  status: z.enum(WEBHOOK_STATUSES),
  target: z.enum(WEBHOOK_TARGETS),
  /** Set with the first attempt. */
  url: z.string().optional(),
  callId: Id.optional(),
  sessionId: Id.optional(),
  chatId: Id.optional(),
  assistantId: Id.optional(),
  /** Whose terminal (`callwright listen --answer`) answered in place of the server. `url` is where the terminal sent the request. */
  answeredBy: z.string().optional(),
  attempts: z.number().int(),
  lastAttemptAt: z.string().optional(),
  /** Milliseconds of the last attempt. */
  durationMs: z.number().optional(),
  /** HTTP status of the last response. */
  responseStatus: z.number().int().optional(),
  /** Why the last attempt failed. */
  error: z.string().optional(),
  /** When it is tried again. */
  nextAttemptAt: z.string().optional(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookAttempt = z.looseObject({
  id: Id,
  kind: z.enum(WEBHOOK_ATTEMPT_KINDS),
  startedAt: z.string(),
  durationMs: z.number(),
  url: z.string(),
  /** Values that may be secret are replaced by `WEBHOOK_HIDDEN_VALUE`. */
  requestHeaders: z.record(z.string(), z.string()),
  /** The body, if it was edited. */
  body: z.looseObject({}).optional(),
  responseStatus: z.number().int().optional(),
  /** The first kB. */
  responseBody: z.string().optional(),
  error: z.string().optional(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** Replaces the value of a header that may be secret. */
export const WEBHOOK_HIDDEN_VALUE = "•••";

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  /** As it was sent, or as it would be sent now. Null for a message of a deleted call. */
  body: z.looseObject({}).nullable(),
  /** Oldest first. */
  log: z.array(WebhookAttempt),
});
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const WebhookDeliveryQuery = z.object({
  ...PageQuery.omit({ search: true, updatedAtGt: true, updatedAtLt: true, updatedAtGe: true, updatedAtLe: true }).shape,
  type: z.string().min(1).max(100).optional(),
  status: z.enum(WEBHOOK_STATUSES).optional(),
  target: z.enum(WEBHOOK_TARGETS).optional(),
  callId: Id.optional(),
  assistantId: Id.optional(),
});
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>;

/** An edited body is sent as it is. Without one, the message is sent again. */
export const ResendWebhook = z.strictObject({ body: z.looseObject({}).optional() });
export type ResendWebhook = z.infer<typeof ResendWebhook>;

/** The sample goes to the assistant's server, to `server`, or by default to the organization's server. */
export const SendWebhookSample = z
  .strictObject({
    type: z.enum(WEBHOOK_SAMPLE_TYPES),
    assistantId: Id.optional(),
    server: ServerTarget.optional(),
  })
  .refine(({ assistantId, server }) => assistantId === undefined || server === undefined, {
    error: "has assistantId and server. Send one of them",
    path: ["server"],
  });
export type SendWebhookSample = z.infer<typeof SendWebhookSample>;

/** A terminal that answers requests of running conversations in place of their servers: `callwright listen --answer`. */
export const AnsweringTerminal = z.strictObject({
  /** A new UUID, chosen by the terminal. */
  id: Id,
  /** Only requests of this assistant. */
  assistantId: Id.optional(),
  /** Limited to these types. */
  types: z.array(z.enum(ASKED_MESSAGE_TYPES)).min(1).optional(),
  /** The address that the terminal sends requests to, for the log. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
});
export type AnsweringTerminal = z.infer<typeof AnsweringTerminal>;

/** The answer of the terminal's own server, or its failure. */
export const TerminalAnswer = z.union([
  z.strictObject({ status: z.number().int().min(100).max(599), body: z.string().max(TERMINAL_ANSWER_MAX_CHARACTERS) }),
  z.strictObject({ error: z.string().min(1).max(1000) }),
]);
export type TerminalAnswer = z.infer<typeof TerminalAnswer>;

/** A request that waits for a terminal's answer. */
export const TerminalQuestion = z.object({
  /** The message's id. */
  id: Id,
  type: z.enum(ASKED_MESSAGE_TYPES),
  callId: Id.nullable(),
  /** JSON text. */
  body: z.string(),
  expiresAt: z.string(),
});
export type TerminalQuestion = z.infer<typeof TerminalQuestion>;

export const webhookRoutes = describeRoutes(webhookNoun.addresses, {
  listWebhookDeliveries: {
    query: WebhookDeliveryQuery,
    response: pageOf(WebhookDelivery),
    summary: "List server messages and their deliveries, newest first",
  },
  getWebhookDelivery: {
    response: WebhookDeliveryDetail,
    summary: "Get a server message with its body and its attempts",
  },
  resendWebhookDelivery: {
    body: ResendWebhook,
    response: WebhookDeliveryDetail,
    summary: "Send a server message again, now and once, optionally with another body",
  },
  sendWebhookSample: {
    body: SendWebhookSample,
    response: WebhookDeliveryDetail,
    status: 201,
    summary: "Send a sample of a server message",
  },
});
