import { WEBHOOK_SAMPLE_TYPES, WEBHOOK_STATUSES, WEBHOOK_TARGETS } from "@callwright/contract";
import { oneOf, searchOf, text } from "../../kit/search-params.ts";

/** Message types as servers get them, for filters. */
export const MESSAGE_TYPES: readonly string[] = WEBHOOK_SAMPLE_TYPES.toSorted();

/** The list's filters and the opened message in the address. */
export const webhookSearch = searchOf({
  type: text,
  status: oneOf(WEBHOOK_STATUSES),
  target: oneOf(WEBHOOK_TARGETS),
  assistantId: text,
  callId: text,
  /** Id of the message in the drawer. */
  open: text,
});

export type WebhookFilter = Omit<ReturnType<typeof webhookSearch>, "open">;
