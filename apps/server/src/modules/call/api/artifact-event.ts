import { type CallEventPayload, type CallEventType, LINE_EVENT_TYPES } from "@callwright/contract";

/** The events that an artifact is derived from. */
export const ARTIFACT_EVENT_TYPES = [
  ...LINE_EVENT_TYPES,
  "user.interrupted",
  "turn",
  "control",
] as const satisfies readonly CallEventType[];
type ArtifactEventType = (typeof ARTIFACT_EVENT_TYPES)[number];

/** An event as far as an artifact needs it: the times of single words stay in the database. */
export type ArtifactEvent = {
  [Type in ArtifactEventType]: { seq: number; atMs: number; type: Type; payload: Omit<CallEventPayload<Type>, "words"> };
}[ArtifactEventType];
