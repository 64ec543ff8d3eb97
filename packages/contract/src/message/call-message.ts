import { z } from "zod";
import { CALL_MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { MESSAGE_ROLES } from "./message-types.ts";

/**
 * Client to server, as JSON strings. `say` takes its text as `message` (web clients) or `content` (the platform's schema).
 */
export const ClientMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("say"),
    message: z.string().max(CALL_MESSAGE_MAX_CHARACTERS.said).optional(),
    content: z.string().max(CALL_MESSAGE_MAX_CHARACTERS.said).optional(),
    endCallAfterSpoken: z.boolean().default(false),
    /** The caller may interrupt it. */
    interruptionsEnabled: z.boolean().default(false),
    /** It interrupts the assistant's current speech. */
    interruptAssistantEnabled: z.boolean().default(false),
  }),
  z.object({
    type: z.literal("add-message"),
    message: z.object({
      role: z.enum(MESSAGE_ROLES),
      content: z.string().max(CALL_MESSAGE_MAX_CHARACTERS.added),
      /** With role `tool`: the call that the page answers. Default: the oldest open one. */
      tool_call_id: z.string().max(1000).optional(),
    }),
    triggerResponseEnabled: z.boolean().default(true),
  }),
  z.object({
    type: z.literal("control"),
    control: z.enum(["mute-assistant", "unmute-assistant", "mute-customer", "unmute-customer", "say-first-message"]),
    videoRecordingStartDelaySeconds: z.number().min(0).optional(),
  }),
  /** The page's answer to a `tool-calls` message. With `error`, the tool has failed. */
  z.object({
    type: z.literal("tool-calls-result"),
    toolCallResult: z.object({
      toolCallId: z.string().max(1000),
      result: z.unknown().optional(),
      error: z.unknown().optional(),
    }),
  }),
  z.object({ type: z.literal("end-call") }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;
/** A client message before defaults are applied. */
export type ClientMessageInput = z.input<typeof ClientMessage>;

/** A message in the OpenAI chat format. */
export interface ConversationMessage {
  role: "system" | "user" | "assistant" | "tool";
  /** Empty for an assistant that only called tools. */
  content: string;
  tool_calls?: MessageToolCall[];
  /** The call that a tool's answer is for. */
  tool_call_id?: string;
  /** The name of the tool, in the answer of a tool. */
  name?: string;
  /** The tool failed, and `content` says why. Callwright only. */
  failed?: boolean;
  /** How long the tool ran, in the answer of a tool. Callwright only. */
  durationMs?: number;
  /** Names of the security filters that changed the content. Callwright only. */
  filtered?: string[];
}

/** A function call of a model. Some senders send the arguments as JSON text, some as an object. */
export interface MessageToolCall {
  id: string;
  type: string;
  function: { name: string; arguments: string | Record<string, unknown> };
}

/** Server to client, as JSON strings: Callwright's messages, then those only the hosted provider sends. Clients must ignore unknown types. */
export type ServerMessage =
  | OwnServerMessage
  | { type: "language-change-detected"; language: string }
  | { type: "chat.created" | "chat.deleted"; chat: Record<string, unknown> }
  | { type: "session.created" | "session.updated" | "session.deleted"; session: Record<string, unknown> };

/** The messages that Callwright sends. */
export type OwnServerMessage =
  | { type: "status-update"; status: "in-progress" | "ended"; endedReason?: string }
  /** `typed`: typed by the user. Always a turn of its own. */
  | { type: "transcript"; role: "assistant" | "user"; transcriptType: "partial" | "final"; transcript: string; typed?: boolean }
  | { type: "conversation-update"; messagesOpenAIFormatted: ConversationMessage[] }
  | { type: "speech-update"; status: "started" | "stopped"; role: "assistant" | "user"; turn?: number }
  | { type: "model-output"; output: string }
  | { type: "user-interrupted" }
  | { type: "voice-input"; input: string }
  | { type: "assistant.speechStarted"; text: string; turn?: number }
  | { type: "assistant.started"; newAssistant: Record<string, unknown> }
  /** The members of a squad before and after a handoff. `destination`: only the hosted provider's, for telephones. */
  | {
      type: "transfer-update";
      destination?: Record<string, unknown>;
      toAssistant?: Record<string, unknown>;
      fromAssistant?: Record<string, unknown>;
    }
  | { type: "workflow.node.started"; node: Record<string, unknown> }
  | { type: "hang" }
  /** `toolWithToolCallList`: the calls that the page runs and answers, with their tools. */
  | { type: "tool-calls"; toolCallList: MessageToolCall[]; toolWithToolCallList: ToolWithToolCall[] }
  | { type: "tool-calls-result" | "tool.completed"; toolCallResult: ToolCallResult }
  | { type: "function-call"; functionCall: { name: string; parameters: Record<string, unknown> } }
  | { type: "function-call-result"; functionCallResult: { name: string; result: string } }
  /** JSON text from a tool's server. */
  | { type: "metadata"; metadata: string };

/** A function that the caller's page runs, with the call that it answers. */
export interface ToolWithToolCall {
  type: "function";
  /** The assistant does not wait for the answer. */
  async: boolean;
  function: { name: string; description: string; parameters: Record<string, unknown> };
  toolCall: MessageToolCall;
}

/** What a tool answered: a result or an error. */
export interface ToolCallResult {
  toolCallId: string;
  name: string;
  result?: string;
  error?: string;
}
