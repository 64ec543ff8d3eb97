import { z } from "zod";
import { AssistantOverrides } from "../assistant/assistant.ts";
import { AgentStarted } from "../call/agent-started.ts";
import { AgentTarget } from "../call/agent-target.ts";
import { ChatContent, ChatToolCalls, FunctionCallItem, FunctionCallOutput, toChatMessages } from "../message/chat-message.ts";
import { StartAt } from "../squad/start-at.ts";
import { Id } from "../wire/entity.ts";
import { ErrorBody } from "../wire/error.ts";
import {
  CHAT_INPUT_MAX_CHARACTERS,
  CHAT_INPUT_MAX_MESSAGES,
  CHAT_MESSAGE_MAX_CHARACTERS,
  SESSION_SECONDS,
} from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { chatNoun } from "./chat-noun.ts";

export const SESSION_STATUSES = ["active", "completed"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/**
 * The state of a chat's reply.
 *
 * ```
 *   in-progress ──▶ completed    the model finished
 *               ├─▶ failed       the model failed; the reply is or ends with the failure message
 *               └─▶ incomplete   the client disconnected, a limit was reached or the server stopped; the partial reply is kept
 * ```
 */
export const CHAT_STATUSES = ["in-progress", "completed", "failed", "incomplete"] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** `developer` means `system`. Visitors may only send `user`, `assistant` and `tool`, which answers a tool call of the last reply. */
export const ChatInputMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: ChatContent,
  /** The call that a `tool` message answers. */
  tool_call_id: z.string().optional(),
});
export type ChatInputMessage = z.infer<typeof ChatInputMessage>;

/** The text of a message, with its parts joined. */
export function chatInputText({ content }: { content?: ChatContent | null | undefined }): string {
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join("");
}

interface LooseMessage {
  role: string;
  content?: ChatContent | null | undefined;
  tool_call_id?: unknown;
}
type LooseInput = string | (LooseMessage | FunctionCallItem | FunctionCallOutput)[];

/** Rejects input that is too long, empty, or does not end with a user message or a tool's answer. */
export function checkChatInput(input: LooseInput, context: z.RefinementCtx): void {
  for (const { message, path } of chatInputProblems(toChatMessages(input))) context.addIssue({ code: "custom", message, path });
}

interface Problem {
  message: string;
  path: (string | number)[];
}

function chatInputProblems(input: string | LooseMessage[]): Problem[] {
  const messages = typeof input === "string" ? [] : input;
  const texts = typeof input === "string" ? [input] : messages.map(chatInputText);
  const pathOf = (index: number) => (typeof input === "string" ? [] : [index, "content"]);
  if (messages.length > CHAT_INPUT_MAX_MESSAGES)
    return [{ message: `must have at most ${CHAT_INPUT_MAX_MESSAGES} entries`, path: [] }];
  const problems = [...texts.entries()]
    .filter(([, text]) => text.length > CHAT_MESSAGE_MAX_CHARACTERS)
    .map(([index]): Problem => ({ message: `must have at most ${CHAT_MESSAGE_MAX_CHARACTERS} characters`, path: pathOf(index) }));
  if (texts.reduce((sum, text) => sum + text.length, 0) > CHAT_INPUT_MAX_CHARACTERS)
    problems.push({ message: `must have at most ${CHAT_INPUT_MAX_CHARACTERS} characters in total`, path: [] });
  for (const [index, { role, tool_call_id: id }] of messages.entries())
    if (role === "tool" && (typeof id !== "string" || id === ""))
      problems.push({ message: "must be the id of the tool call that this message answers", path: [index, "tool_call_id"] });
  const last = messages.at(-1)?.role;
  if (last === "tool") return problems;
  if (typeof input !== "string" && last !== "user")
    problems.push({ message: "must end with a user message or a tool's answer", path: [] });
  else if (texts.at(-1)?.trim() === "") problems.push({ message: "must not be empty", path: pathOf(texts.length - 1) });
  return problems;
}

/** A text, or messages that end with the user's or with answers of tools. Earlier ones are added to the conversation unchanged. */
export const ChatInput = z.union([z.string(), z.array(ChatInputMessage)]).superRefine(checkChatInput);

/** The agent of a chat, or the session or chat that it continues. */
export const ChatTargetFields = {
  /** Continues a session. The session keeps its assistant and values; those in the body are ignored. */
  sessionId: Id.optional(),
  /** Continues a chat: in its session if it is the last one there, otherwise in a new session. */
  previousChatId: Id.optional(),
  /** The agent of a new session. */
  ...AgentTarget,
  /** Name of the squad's member or the workflow's node with which a new session starts. Default: the first one. Callwright only. */
  startAt: StartAt.optional(),
  /** Applied at the start of a session: to the assistant, or to all members of a squad. A workflow takes `variableValues` only. */
  assistantOverrides: AssistantOverrides.optional(),
  /** The values of `{{ customer.… }}`. */
  customer: z.looseObject({}).optional(),
  /** Seconds from the last message until the session expires. Default 86400. */
  sessionExpirationSeconds: z.number().int().min(SESSION_SECONDS.min).max(SESSION_SECONDS.max).optional(),
  /** Ends the session with this message. Default false. */
  sessionEnd: z.boolean().default(false),
};

const WebChatFields = { input: ChatInput, ...ChatTargetFields };

export const CreateWebChat = z.strictObject({ ...WebChatFields, stream: z.boolean().default(false) });
export type CreateWebChat = z.infer<typeof CreateWebChat>;

/** Compatible with the OpenAI Responses API: its clients work with `…/chat/web` as their base URL. */
export const CreateWebChatResponse = z.strictObject({
  ...WebChatFields,
  input: z.union([z.string(), z.array(z.union([ChatInputMessage, FunctionCallOutput]))]).superRefine(checkChatInput),
  /** The same as `previousChatId`. */
  previous_response_id: Id.nullish(),
  /** Ignored. OpenAI clients always send one, but the assistant's model answers. */
  model: z.string().max(200).optional(),
  stream: z.boolean().default(true),
});
export type CreateWebChatResponse = z.infer<typeof CreateWebChatResponse>;

export const WebChat = z.looseObject({
  id: Id,
  sessionId: Id,
  /** `completed`: the assistant or the request ended the session. Callwright only. */
  sessionStatus: z.enum(SESSION_STATUSES),
  /** The reply. Can be empty. `tool_calls`: for the client, which answers each with a `tool` message of its next request. */
  output: z.array(z.looseObject({ role: z.literal("assistant"), content: z.string(), tool_calls: ChatToolCalls.optional() })),
});
export type WebChat = z.infer<typeof WebChat>;

/** One `data:` line of a streamed web chat. `CHAT_STREAM_END` follows the last one. */
export const WebChatEvent = z.union([
  z.looseObject({ id: Id, sessionId: Id, path: z.string(), delta: z.string() }),
  /** A tool was called. The client answers those without a `tool_result`. `POST /chat/web` has only these. Callwright only. */
  z.looseObject({ id: Id, sessionId: Id, tool_call: ChatToolCalls.element }),
  /** A tool answered. Only of `POST /chat`. Callwright only. */
  z.looseObject({
    id: Id,
    sessionId: Id,
    tool_result: z.looseObject({
      tool_call_id: z.string(),
      content: z.string(),
      failed: z.boolean(),
      durationMs: z.number(),
    }),
  }),
  /** An agent of a squad or a workflow took over. Only of `POST /chat`. Callwright only. */
  z.looseObject({ id: Id, sessionId: Id, agent: AgentStarted }),
  /** What a request to the model used, as its provider counts. Only of `POST /chat`. Callwright only. */
  z.looseObject({
    id: Id,
    sessionId: Id,
    usage: z.object({
      inputTokens: z.number(),
      /** A part of the input. */
      cachedTokens: z.number(),
      outputTokens: z.number(),
      /** From the request to the first word or tool call, in milliseconds. */
      firstTokenMs: z.number(),
    }),
  }),
  /** Sent before the end if the session is over. Callwright only. */
  z.looseObject({ id: Id, sessionId: Id, sessionStatus: z.literal("completed") }),
  /** The reply failed. Callwright only. */
  z.looseObject({ id: Id, sessionId: Id, error: ErrorBody }),
]);
export type WebChatEvent = z.infer<typeof WebChatEvent>;

/** A message of a `ResponseObject`. */
export const ResponseMessage = z.looseObject({
  id: z.string(),
  type: z.literal("message"),
  role: z.literal("assistant"),
  status: z.enum(["in_progress", "completed", "incomplete"]),
  content: z.array(z.looseObject({ type: z.literal("output_text"), text: z.string(), annotations: z.array(z.unknown()) })),
});
export type ResponseMessage = z.infer<typeof ResponseMessage>;

/** A tool call in a `ResponseObject`. The client answers it with a `function_call_output` in its next request. */
export const ResponseFunctionCall = FunctionCallItem.extend({ id: z.string(), status: z.enum(["in_progress", "completed"]) });
export type ResponseFunctionCall = z.infer<typeof ResponseFunctionCall>;

/** The reply in the format of the OpenAI Responses API. Its id is the chat's. */
export const ResponseObject = z.looseObject({
  id: Id,
  object: z.literal("response"),
  /** Seconds since 1970. */
  created_at: z.number().int(),
  status: z.enum(["completed", "failed", "in_progress", "incomplete"]),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  output: z.array(z.union([ResponseMessage, ResponseFunctionCall])),
  /** Callwright only. */
  sessionId: Id,
  sessionStatus: z.enum(SESSION_STATUSES),
});
export type ResponseObject = z.infer<typeof ResponseObject>;

/** One event of a streamed response. Its `type` is the event's name in the OpenAI Responses API. */
export const ResponseEvent = z.looseObject({ type: z.string(), sequence_number: z.number().int() });
export type ResponseEvent = z.infer<typeof ResponseEvent>;

export const chatRoutes = describeRoutes(chatNoun.addresses, {
  createWebChat: {
    scope: "public",
    role: "viewer",
    body: CreateWebChat,
    response: WebChat,
    events: WebChatEvent,
    status: 201,
    summary: "Send a message to an assistant, and get or stream the reply",
  },
  createWebChatResponse: {
    scope: "public",
    role: "viewer",
    body: CreateWebChatResponse,
    response: ResponseObject,
    events: ResponseEvent,
    status: 201,
    summary: "Send a message in the format of the OpenAI Responses API; streams by default",
  },
});
