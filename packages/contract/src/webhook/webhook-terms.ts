import { SERVER_MESSAGE_TYPES } from "../message/message-types.ts";

/** `waiting`: for its first attempt. `retrying`: for the next one. `held`: until the operator of a restored server sends or drops it. */
export const WEBHOOK_STATUSES = ["waiting", "retrying", "held", "delivered", "failed"] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** The server that gets a message. `custom`: the server of a sample. */
export const WEBHOOK_TARGETS = [
  "tool",
  "knowledge-base",
  "assistant",
  "workflow",
  "phone-number",
  "campaign",
  "simulation",
  "org",
  "custom",
] as const;
export type WebhookTarget = (typeof WEBHOOK_TARGETS)[number];

/**
 * `queued`: stored, and sent at least once. `answered`: the conversation waited for the response. `memory`: sent once, while the call
 * ran, and never stored before. `sample`: sent by a person.
 */
export const WEBHOOK_KINDS = ["queued", "answered", "memory", "sample"] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** `first`: in the order of its conversation. `resend`: requested by a person. */
export const WEBHOOK_ATTEMPT_KINDS = ["first", "retry", "resend"] as const;
export type WebhookAttemptKind = (typeof WEBHOOK_ATTEMPT_KINDS)[number];

/** Message types of samples: those of `serverMessages` under the name that a server gets, and the requests without a subscription. */
export const WEBHOOK_SAMPLE_TYPES = [
  "assistant-request",
  "knowledge-base-request",
  ...SERVER_MESSAGE_TYPES.filter(
    (type) => type !== 'transcript[transcriptType="final"]' && type !== "transcript[transcriptType='final']",
  ),
] as const;
export type WebhookSampleType = (typeof WEBHOOK_SAMPLE_TYPES)[number];

/** Requests of server messages that a conversation waits for. */
export const ASKED_MESSAGE_TYPES = [
  "tool-calls",
  "knowledge-base-request",
  "handoff-destination-request",
  "transfer-destination-request",
  "assistant-request",
  /** The older form of `tool-calls`, for assistants whose `serverMessages` contain it and not `tool-calls`. */
  "function-call",
] as const satisfies readonly WebhookSampleType[];
export type AskedMessageType = (typeof ASKED_MESSAGE_TYPES)[number];
