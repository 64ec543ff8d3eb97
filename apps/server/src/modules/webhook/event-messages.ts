import {
  type AgentStarted,
  type CallEvent,
  type CallEventPayload,
  type SENT_SERVER_MESSAGES,
  type ServerMessageType,
  toMessageToolCall,
} from "@callwright/contract";

/** The types of messages that derive from stored events. */
export type StoredMessageType = (typeof SENT_SERVER_MESSAGES)[number];

/** The part of a server message that only it has, before its conversation is added. */
export interface MessageDraft {
  type: StoredMessageType;
  fields: Record<string, unknown>;
}

/**
 * The server messages of a call event, in order. This is the third projection of a call's events, besides those of `call-happening.ts`. A
 * `conversation-update` takes its messages from the events up to this one when it is sent.
 */
export function messagesOfEvent(event: CallEvent, assistantName: string | undefined): MessageDraft[] {
  switch (event.type) {
    case "call.started":
      return [
        { type: "status-update", fields: { status: "in-progress" } },
        { type: "assistant.started", fields: { newAssistant: assistantName === undefined ? {} : { name: assistantName } } },
      ];
    case "agent.started":
      return messagesOfAgent(event.payload);
    case "speech.started":
    case "speech.stopped": {
      const status = event.type === "speech.started" ? "started" : "stopped";
      return [{ type: "speech-update", fields: { status, ...event.payload } }];
    }
    case "user.said":
    case "assistant.said": {
      const role = event.type === "user.said" ? "user" : "assistant";
      const transcript = { role, transcriptType: "final", transcript: event.payload.text };
      return [{ type: "transcript", fields: transcript }, CONVERSATION_UPDATE];
    }
    case "tool.called":
      return [{ type: "model-output", fields: { output: toMessageToolCall(event.payload) } }];
    case "model.output":
      return [{ type: "model-output", fields: { output: event.payload.text } }];
    case "model.slow":
      return [{ type: "hang", fields: {} }];
    case "voice.input":
      return [{ type: "voice-input", fields: { input: event.payload.text } }];
    case "assistant.words":
      return [{ type: "assistant.speechStarted", fields: { ...event.payload } }];
    case "message.added":
    case "tool.answered":
      return [CONVERSATION_UPDATE];
    case "user.interrupted":
      return [{ type: "user-interrupted", fields: {} }];
    case "transfer":
      return messagesOfTransfer(event.payload);
    case "call.ended":
      return [{ type: "status-update", fields: { status: "ended", endedReason: event.payload.endedReason } }];
    case "report.ready":
      return [{ type: "end-of-call-report", fields: missingOf(event.payload) }];
    default:
      return [];
  }
}

const missingOf = ({ missing }: CallEventPayload<"report.ready">) => (missing.length > 0 ? { missing } : {});

/** The first member of a squad is announced by `assistant.started`. */
function messagesOfAgent({ kind, name, from }: AgentStarted): MessageDraft[] {
  if (kind === "node") return [{ type: "workflow.node.started", fields: { node: { name } } }];
  if (from === undefined) return [];
  return [
    { type: "transfer-update", fields: { toAssistant: { name }, fromAssistant: { name: from } } },
    { type: "assistant.started", fields: { newAssistant: { name } } },
  ];
}

function messagesOfTransfer({ state, destination }: CallEventPayload<"transfer">): MessageDraft[] {
  if (state === "ringing")
    return [
      { type: "status-update", fields: { status: "forwarding", destination } },
      { type: "transfer-update", fields: { destination } },
    ];
  // The assistant takes the call again.
  return state === "failed" ? [{ type: "status-update", fields: { status: "in-progress" } }] : [];
}

const CONVERSATION_UPDATE: MessageDraft = { type: "conversation-update", fields: {} };

/** Names of final transcripts. Both quotes are in use. */
const FINAL_TRANSCRIPT: readonly ServerMessageType[] = [
  "transcript",
  'transcript[transcriptType="final"]',
  "transcript[transcriptType='final']",
];

/** The entries of `serverMessages` that ask for a message. */
export function subscriptionsOf({ type, fields }: MessageDraft): readonly ServerMessageType[] {
  return type === "transcript" && fields.transcriptType === "final" ? FINAL_TRANSCRIPT : [type];
}
