/** The types of events, apart from their schemas, so that a page can name them without the validator. */
export const CALL_EVENT_TYPES = [
  "call.started",
  "prompt.rendered",
  "user.said",
  "assistant.said",
  "message.added",
  "speech.started",
  "speech.stopped",
  "user.interrupted",
  "caller.left",
  "caller.returned",
  "turn",
  "control",
  "failure",
  "call.ended",
] as const;
export type CallEventType = (typeof CALL_EVENT_TYPES)[number];
