import { CALL_EVENT_TYPES, type CallEventType } from "@callwright/contract";

export const CALL_TABS = ["transcript", "analysis", "path", "events", "webhooks", "json"] as const;
export type CallTab = (typeof CALL_TABS)[number];

/** A call page's state in the address. */
export interface CallSearch {
  /** Position in the recording, in seconds. */
  t?: number;
  /** Default: the transcript. */
  tab?: CallTab;
  /** Only events of this type. */
  type?: CallEventType;
}

export function callSearch(search: Record<string, unknown>): CallSearch {
  const t = Number(search.t);
  const tab = CALL_TABS.find((each) => each === search.tab);
  const type = CALL_EVENT_TYPES.find((each) => each === search.type);
  return { ...(t > 0 ? { t } : {}), ...(tab ? { tab } : {}), ...(type ? { type } : {}) };
}
