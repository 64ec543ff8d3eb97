import {
  WEBHOOK_SAMPLE_TYPES,
  WEBHOOK_STATUSES,
  WEBHOOK_TARGETS,
  type WebhookStatus,
  type WebhookTarget,
} from "@callwright/contract";

/** Message types as servers get them, for filters. */
export const MESSAGE_TYPES: readonly string[] = WEBHOOK_SAMPLE_TYPES.toSorted();

/** The list's filters and the opened message, as the address has them. */
export interface WebhookSearch {
  type?: string;
  status?: WebhookStatus;
  target?: WebhookTarget;
  assistantId?: string;
  callId?: string;
  /** Id of the message in the drawer. */
  open?: string;
}

export type WebhookFilter = Omit<WebhookSearch, "open">;

export function webhookSearch(search: Record<string, unknown>): WebhookSearch {
  const status = WEBHOOK_STATUSES.find((each) => each === search.status);
  const target = WEBHOOK_TARGETS.find((each) => each === search.target);
  return {
    ...textOf("type", search.type),
    ...(status ? { status } : {}),
    ...(target ? { target } : {}),
    ...textOf("assistantId", search.assistantId),
    ...textOf("callId", search.callId),
    ...textOf("open", search.open),
  };
}

function textOf<Name extends string>(name: Name, value: unknown): { [N in Name]?: string } {
  return (typeof value === "string" && value !== "" ? { [name]: value } : {}) as { [N in Name]?: string };
}
