import type { CallEventPayload, CallEventType } from "@callwright/contract";

/** The events an artifact is made of. */
export const ARTIFACT_EVENT_TYPES = [
  "prompt.rendered",
  "user.said",
  "assistant.said",
  "message.added",
  "user.interrupted",
  "turn",
  "control",
] as const satisfies readonly CallEventType[];
type ArtifactEventType = (typeof ARTIFACT_EVENT_TYPES)[number];

/** An event as far as an artifact needs it: the times of single words stay in the database. */
export type ArtifactEvent = {
  [Type in ArtifactEventType]: { seq: number; atMs: number; type: Type; payload: Omit<CallEventPayload<Type>, "words"> };
}[ArtifactEventType];
