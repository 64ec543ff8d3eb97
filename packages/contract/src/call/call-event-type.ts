/** The types of call events. Separate from the schemas, so that a page does not bundle zod. */
export const CALL_EVENT_TYPES = [
  "call.started",
  "prompt.rendered",
  "user.said",
  "assistant.said",
  "message.added",
  "tool.called",
  "tool.answered",
  "hook.fired",
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
