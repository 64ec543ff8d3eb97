import {
  type AgentStarted,
  type CallEventPayload,
  type CallEventType,
  type ConversationMessage,
  type OwnServerMessage,
  type SENT_CLIENT_MESSAGES,
  type ServerTelemetry,
  type ToolAnswer,
  type ToolCall,
  type Turn,
  toMessageToolCall,
  type Usage,
} from "@callwright/contract";
import type { AgentTool } from "../conversation/agent-tool.ts";

type Role = "user" | "assistant";

/** Everything that a call reports: to its log, its page or its watchers. */
export type CallHappening =
  | ({ type: "call-started"; waitsForCallerMs: number; hasBackgroundSound: boolean } & CallEventPayload<"call.started">)
  | { type: "prompt-rendered"; text: string }
  | ({ type: "agent-started" } & AgentStarted)
  /** Caller and assistant can hear each other. */
  | { type: "talking-started"; assistantName: string | undefined }
  | ({ type: "caller-left" } & CallEventPayload<"caller.left">)
  | { type: "caller-returned" }
  | ({ type: "path-changed" } & CallEventPayload<"caller.path">)
  /** The caller was asked whether the call may be recorded. */
  | { type: "recording-consent"; kind: "stay-on-line" | "verbal"; granted: boolean }
  | { type: "speech-started"; role: Role; turn: number }
  | { type: "speech-stopped"; role: Role; turn: number }
  /** Interim words of the caller; `user-said` follows when they are a turn. */
  | { type: "user-words"; text: string; final: boolean }
  | ({ type: "key-pressed" } & CallEventPayload<"key.pressed">)
  /** The assistant pressed keys. */
  | ({ type: "keys-sent" } & CallEventPayload<"keys.sent">)
  | ({ type: "line-said" } & CallEventPayload<"line.said">)
  | ({ type: "voicemail-found" } & CallEventPayload<"voicemail.found">)
  | ({ type: "transferred" } & CallEventPayload<"transfer">)
  | ({ type: "user-said" } & CallEventPayload<"user.said">)
  | { type: "user-interrupted"; turn: number }
  /** The next passage of a speech begins; `text` is its section so far, `speechText` the whole speech. */
  | { type: "assistant-words"; turn: number; text: string; speechText: string }
  | { type: "assistant-paused"; turn: number }
  | { type: "assistant-resumed"; turn: number }
  | ({ type: "assistant-said" } & CallEventPayload<"assistant.said">)
  /** A speech ended before it made a sound. */
  | { type: "assistant-silent" }
  | { type: "turn-changed"; turn: Turn }
  | { type: "conversation-changed"; messages: readonly ConversationMessage[] }
  | ({ type: "message-added" } & CallEventPayload<"message.added">)
  /** `pageTool`: the tool, where the caller's page runs it. */
  | { type: "tool-called"; turn: number; call: ToolCall; pageTool?: AgentTool | undefined }
  /** The turn of the call may have ended earlier. */
  | ({
      type: "tool-answered";
      turn: number;
      call: ToolCall;
      durationMs: number;
      metadata?: Record<string, unknown> | undefined;
      repeated?: true | undefined;
    } & ToolAnswer)
  | ({ type: "hook-fired" } & CallEventPayload<"hook.fired">)
  | { type: "model-output"; text: string }
  /** A step of the model ended, or was cut off: all of its output. */
  | { type: "model-step-ended"; text: string }
  | { type: "model-slow" }
  | ({ type: "model-repaired" } & CallEventPayload<"model.repaired">)
  | { type: "voice-input"; text: string }
  | ({ type: "control" } & CallEventPayload<"control">)
  | ({ type: "failure" } & CallEventPayload<"failure">)
  /** `usages`: since the last time. `total`: since the call began. */
  | { type: "usage-counted"; usages: Usage[]; total: Usage[] }
  /** The call has ended for the caller. */
  | { type: "call-ending"; endedReason: string }
  /** The last happening. */
  | ({ type: "call-ended" } & CallEventPayload<"call.ended">);

/** An event before the log adds its number and time. */
export type CallEventDraft = { [Type in CallEventType]: { type: Type; payload: CallEventPayload<Type> } }[CallEventType];

/** A message of the app channel that this server sends. */
export type ClientMessage = Extract<OwnServerMessage, { type: (typeof SENT_CLIENT_MESSAGES)[number] }>;

type HappeningType = CallHappening["type"];
type Happening<Type extends HappeningType> = Extract<CallHappening, { type: Type }>;
/** The events whose payload is a happening. */
type EventOf<Type extends HappeningType> = {
  [Event in CallEventType]: Omit<Happening<Type>, "type"> extends CallEventPayload<Event> ? Event : never;
}[CallEventType];

/** Happenings that are stored unchanged. */
const STORED_AS: { readonly [Type in HappeningType]?: EventOf<Type> } = {
  "prompt-rendered": "prompt.rendered",
  "agent-started": "agent.started",
  "caller-left": "caller.left",
  "caller-returned": "caller.returned",
  "path-changed": "caller.path",
  "speech-started": "speech.started",
  "speech-stopped": "speech.stopped",
  "user-said": "user.said",
  "key-pressed": "key.pressed",
  "keys-sent": "keys.sent",
  "line-said": "line.said",
  "voicemail-found": "voicemail.found",
  transferred: "transfer",
  "user-interrupted": "user.interrupted",
  "assistant-said": "assistant.said",
  "message-added": "message.added",
  "hook-fired": "hook.fired",
  "model-slow": "model.slow",
  "model-repaired": "model.repaired",
  "model-step-ended": "model.output",
  "voice-input": "voice.input",
  control: "control",
  failure: "failure",
  "call-ended": "call.ended",
};

/** The call event of a happening, if it is stored. */
export function toCallEvent(happening: CallHappening): CallEventDraft | undefined {
  switch (happening.type) {
    case "call-started": {
      const { hearing, recording } = happening;
      return { type: "call.started", payload: { hearing, recording } };
    }
    case "recording-consent":
      return { type: "recording.consent", payload: { type: happening.kind, granted: happening.granted } };
    case "turn-changed":
      return { type: "turn", payload: happening.turn };
    case "tool-called": {
      const { call, turn } = happening;
      return { type: "tool.called", payload: { ...call, turn } };
    }
    case "tool-answered": {
      const { call, turn, result, failed, durationMs, repeated } = happening;
      const answered = { id: call.id, name: call.name, turn, result, failed, durationMs };
      return { type: "tool.answered", payload: { ...answered, ...(repeated && { repeated }) } };
    }
    case "assistant-words":
      return { type: "assistant.words", payload: { turn: happening.turn, text: happening.speechText } };
    case "usage-counted":
      return { type: "usage", payload: { usages: happening.usages } };
    default: {
      const { type, ...payload } = happening;
      const event = STORED_AS[type];
      return event && ({ type: event, payload } as CallEventDraft);
    }
  }
}

/** The app channel's messages of a happening, in order. */
export function toClientMessages(happening: CallHappening): ClientMessage[] {
  switch (happening.type) {
    case "talking-started":
      return [
        { type: "status-update", status: "in-progress" },
        { type: "assistant.started", newAssistant: { name: happening.assistantName } },
      ];
    case "agent-started":
      return toAgentMessages(happening);
    case "speech-started":
    case "speech-stopped": {
      const { role, turn } = happening;
      return [{ type: "speech-update", status: happening.type === "speech-started" ? "started" : "stopped", role, turn }];
    }
    case "user-words": {
      const transcriptType = happening.final ? "final" : "partial";
      return [{ type: "transcript", role: "user", transcriptType, transcript: happening.text }];
    }
    case "user-said":
      // Spoken words were sent when they were recognized.
      if (!happening.typed) return [];
      return [{ type: "transcript", role: "user", transcriptType: "final", transcript: happening.text, typed: true }];
    case "user-interrupted":
      return [{ type: "user-interrupted" }];
    case "assistant-words": {
      const { text, speechText, turn } = happening;
      return [
        { type: "transcript", role: "assistant", transcriptType: "partial", transcript: text },
        { type: "assistant.speechStarted", text: speechText, turn },
      ];
    }
    case "assistant-said":
      return [{ type: "transcript", role: "assistant", transcriptType: "final", transcript: happening.text }];
    case "conversation-changed":
      return [{ type: "conversation-update", messagesOpenAIFormatted: [...happening.messages] }];
    case "tool-called":
      return toToolCallMessages(happening.call, happening.pageTool);
    case "tool-answered": {
      const { call, result, failed, metadata } = happening;
      const toolCallResult = { toolCallId: call.id, name: call.name, ...(failed ? { error: result } : { result }) };
      return [
        { type: "tool-calls-result", toolCallResult },
        { type: "tool.completed", toolCallResult },
        { type: "function-call-result", functionCallResult: { name: call.name, result } },
        ...(metadata ? [{ type: "metadata" as const, metadata: JSON.stringify(metadata) }] : []),
      ];
    }
    case "model-output":
      return [{ type: "model-output", output: happening.text }];
    case "model-slow":
      return [{ type: "hang" }];
    case "voice-input":
      return [{ type: "voice-input", input: happening.text }];
    case "call-ending":
      return [{ type: "status-update", status: "ended", endedReason: happening.endedReason }];
    default:
      return [];
  }
}

/** The first member of a squad is announced by `assistant.started`. */
function toAgentMessages({ kind, name, from }: AgentStarted): ClientMessage[] {
  if (kind === "node") return [{ type: "workflow.node.started", node: { name } }];
  if (from === undefined) return [];
  return [
    { type: "transfer-update", toAssistant: { name }, fromAssistant: { name: from } },
    { type: "assistant.started", newAssistant: { name } },
  ];
}

function toToolCallMessages(call: ToolCall, pageTool: AgentTool | undefined): ClientMessage[] {
  const toolCall = toMessageToolCall(call);
  const toolWithToolCallList = [];
  if (pageTool) {
    const { name, description, parameters, isAsync } = pageTool;
    toolWithToolCallList.push({
      type: "function" as const,
      async: isAsync,
      function: { name, description, parameters },
      toolCall,
    });
  }
  return [
    { type: "tool-calls", toolCallList: [toolCall], toolWithToolCallList },
    { type: "function-call", functionCall: { name: call.name, parameters: call.arguments } },
  ];
}

/** The telemetry channel's message of a happening. */
export function toTelemetry(happening: CallHappening): ServerTelemetry | undefined {
  switch (happening.type) {
    case "call-started": {
      const { hearing, recording, waitsForCallerMs, hasBackgroundSound } = happening;
      return { type: "session", hearing, recording, waitsForCallerMs, ...(hasBackgroundSound && { hasBackgroundSound }) };
    }
    case "speech-started":
      return happening.role === "assistant" ? { type: "speech-started", turn: happening.turn } : undefined;
    case "assistant-paused":
      return { type: "speech-hushed", turn: happening.turn };
    case "assistant-resumed":
      return { type: "speech-resumed", turn: happening.turn };
    case "turn-changed":
      return { type: "turn", turn: happening.turn };
    case "agent-started": {
      const { type: _type, ...agent } = happening;
      return { type: "agent", agent };
    }
    case "tool-called":
      return { type: "tool-run", run: { ...happening.call, answer: null }, turn: happening.turn };
    case "tool-answered": {
      const { call, turn, result, failed, durationMs } = happening;
      return { type: "tool-run", run: { ...call, answer: { result, failed, durationMs } }, turn };
    }
    case "usage-counted":
      return { type: "usage", usages: happening.total };
    case "failure": {
      const { part, message } = happening;
      // Not shown on the page: the assistant's owner finds these in the call's events.
      return part === "template" || part === "background-sound" || part === "endpointing" || part === "trace"
        ? undefined
        : { type: "failure", part, message };
    }
    default:
      return undefined;
  }
}
