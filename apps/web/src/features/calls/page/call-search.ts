import { CALL_EVENT_TYPES } from "@callwright/contract";
import { oneOf, searchOf } from "../../../kit/search-params.ts";

export const CALL_TABS = ["transcript", "analysis", "path", "events", "webhooks", "json"] as const;
export type CallTab = (typeof CALL_TABS)[number];

/** A call page's state in the address. */
export const callSearch = searchOf({
  /** Position in the recording, in seconds. */
  t: (value) => (Number(value) > 0 ? Number(value) : undefined),
  /** Default: the transcript. */
  tab: oneOf(CALL_TABS),
  /** Only events of this type. */
  type: oneOf(CALL_EVENT_TYPES),
});
