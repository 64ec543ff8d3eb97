import type { ServerMessageType } from "../message/message-types.ts";

/** The types of call events. Separate from the schemas, so that a page does not bundle zod. */
export const CALL_EVENT_TYPES = [
  "call.started",
  "prompt.rendered",
  "agent.started",
  "user.said",
  "assistant.said",
  "message.added",
  "tool.called",
  "tool.answered",
  "hook.fired",
  "speech.started",
  "speech.stopped",
  "user.interrupted",
  "key.pressed",
  "keys.sent",
  "line.said",
  "voicemail.found",
  "transfer",
  "model.slow",
  "model.repaired",
  "model.output",
  "voice.input",
  "assistant.words",
  "caller.left",
  "caller.returned",
  "caller.path",
  "recording.consent",
  "turn",
  "control",
  "failure",
  "usage",
  "call.ended",
  "analysis.done",
  "output.done",
  "report.ready",
] as const;
/**
 * The repairs of a model's answer. `call-dropped`: a tool call as text, of no known tool or not understood · `invented-turn`: the answer ended where
 * the model invented the caller's words · `repetition`: the answer ended at the third repetition · `thoughts-spoken`: thoughts were spoken, because
 * only their end is marked · `tools-refused`: the server accepts no tools with this model, and the conversation continues without.
 */
export const MODEL_REPAIRS = ["call-dropped", "invented-turn", "repetition", "thoughts-spoken", "tools-refused"] as const;
export type ModelRepair = (typeof MODEL_REPAIRS)[number];
export type CallEventType = (typeof CALL_EVENT_TYPES)[number];

/** A call has many of these events. They are stored only for an assistant that subscribes to their server message. */
export const SUBSCRIBED_EVENTS: { readonly [Type in CallEventType]?: ServerMessageType } = {
  "model.output": "model-output",
  "voice.input": "voice-input",
  "assistant.words": "assistant.speechStarted",
};
