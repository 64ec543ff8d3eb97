import { z } from "zod";
import { AssistantOverrides, CreateAssistant } from "./assistant.ts";
import { ChatContent } from "./chat-message.ts";
import { Id } from "./entity.ts";
import { ErrorBody } from "./error.ts";
import { CHAT_INPUT_MAX_CHARACTERS, CHAT_INPUT_MAX_MESSAGES, CHAT_MESSAGE_MAX_CHARACTERS, SESSION_SECONDS } from "./limits.ts";
import { defineRoutes } from "./route.ts";
import { CreateSquad } from "./squad.ts";
import { CreateWorkflow } from "./workflow/workflow.ts";

export const SESSION_STATUSES = ["active", "completed"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/**
 * How far the answer of a chat is.
 *
 * ```
 *   in-progress ──▶ completed    the model said all it had to say
 *               ├─▶ failed       the model failed; the failure message is the answer, or its end
 *               └─▶ incomplete   the client went away, a limit was reached or the server stopped; what was said until then is kept
 * ```
 */
export const CHAT_STATUSES = ["in-progress", "completed", "failed", "incomplete"] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** `developer` is another word for `system`. Visitors may send `user` and `assistant` only. */
export const ChatInputMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: ChatContent,
});
export type ChatInputMessage = z.infer<typeof ChatInputMessage>;

/** The text of a message, its parts joined. */
export function chatInputText({ content }: { content?: ChatContent | null | undefined }): string {
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join("");
}

type LooseInput = string | { role: string; content?: ChatContent | null | undefined }[];

/** Refuses what is too long, empty, or does not end with the user. */
export function checkChatInput(input: LooseInput, context: z.RefinementCtx): void {
  for (const { message, path } of chatInputProblems(input)) context.addIssue({ code: "custom", message, path });
}

interface Problem {
  message: string;
  path: (string | number)[];
}

function chatInputProblems(input: LooseInput): Problem[] {
  const messages = typeof input === "string" ? [] : input;
  const texts = typeof input === "string" ? [input] : messages.map(chatInputText);
  const pathOf = (index: number) => (typeof input === "string" ? [] : [index, "content"]);
  if (messages.length > CHAT_INPUT_MAX_MESSAGES)
    return [{ message: `must have at most ${CHAT_INPUT_MAX_MESSAGES} entries`, path: [] }];
  const problems = [...texts.entries()]
    .filter(([, text]) => text.length > CHAT_MESSAGE_MAX_CHARACTERS)
    .map(([index]): Problem => ({ message: `must have at most ${CHAT_MESSAGE_MAX_CHARACTERS} characters`, path: pathOf(index) }));
  if (texts.reduce((sum, text) => sum + text.length, 0) > CHAT_INPUT_MAX_CHARACTERS)
    problems.push({ message: `must have at most ${CHAT_INPUT_MAX_CHARACTERS} characters in all`, path: [] });
  if (typeof input !== "string" && messages.at(-1)?.role !== "user")
    problems.push({ message: "must end with a message of the user", path: [] });
  else if (texts.at(-1)?.trim() === "") problems.push({ message: "must not be empty", path: pathOf(texts.length - 1) });
  return problems;
}

/** What the user says: a text, or messages of which the last is the user's. Earlier ones join the conversation as they are. */
export const ChatInput = z.union([z.string(), z.array(ChatInputMessage)]).superRefine(checkChatInput);
export type ChatInput = z.infer<typeof ChatInput>;

/** What a chat is with, and where it goes on. */
export const ChatTargetFields = {
  /** Goes on with a session. It keeps the assistant and the values it began with; what else the body says of them is not looked at. */
  sessionId: Id.optional(),
  /** Goes on from a chat: in its session when it is the last there, in a session of its own otherwise. */
  previousChatId: Id.optional(),
  /** Who answers in a new session: exactly one of these. */
  assistantId: Id.optional(),
  assistant: CreateAssistant.optional(),
  squadId: Id.optional(),
  squad: CreateSquad.optional(),
  workflowId: Id.optional(),
  workflow: CreateWorkflow.optional(),
  /** Taken once, at the start of a session: its fields replace those of the assistant, as in a call. */
  assistantOverrides: AssistantOverrides.optional(),
  /** Fills `{{ customer.… }}` in. */
  customer: z.looseObject({}).optional(),
  /** How long a new session can be gone on with after its last message. Default 86400. */
  sessionExpirationSeconds: z.number().int().min(SESSION_SECONDS.min).max(SESSION_SECONDS.max).optional(),
  /** Completes the session with this message. Default false. */
  sessionEnd: z.boolean().default(false),
};

const WebChatFields = { input: ChatInput, ...ChatTargetFields };

export const CreateWebChat = z.strictObject({ ...WebChatFields, stream: z.boolean().default(false) });
export type CreateWebChat = z.infer<typeof CreateWebChat>;

/** In the manner of the OpenAI Responses API: a client of that works with `…/chat/web` as its base URL. */
export const CreateWebChatResponse = z.strictObject({
  ...WebChatFields,
  /** The same as `previousChatId`. */
  previous_response_id: Id.nullish(),
  /** Such clients always send one. The assistant's own model answers. */
  model: z.string().max(200).optional(),
  stream: z.boolean().default(true),
});
export type CreateWebChatResponse = z.infer<typeof CreateWebChatResponse>;

export const WebChat = z.looseObject({
  id: Id,
  sessionId: Id,
  /** `completed`: the assistant or the request ended it, and it takes no more messages. Ours. */
  sessionStatus: z.enum(SESSION_STATUSES),
  /** The reply. Empty when there was nothing to answer. */
  output: z.array(z.looseObject({ role: z.literal("assistant"), content: z.string() })),
});
export type WebChat = z.infer<typeof WebChat>;

/** One `data:` line of a streamed web chat. After the last comes `CHAT_STREAM_END`. */
export const WebChatEvent = z.union([
  z.looseObject({ id: Id, sessionId: Id, path: z.string(), delta: z.string() }),
  /** Before the end, when the session is over. Ours. */
  z.looseObject({ id: Id, sessionId: Id, sessionStatus: z.literal("completed") }),
  /** The answer could not be finished. Ours. */
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

/** The answer in the manner of the OpenAI Responses API. Its id is the chat's. */
export const ResponseObject = z.looseObject({
  id: Id,
  object: z.literal("response"),
  /** Seconds since 1970. */
  created_at: z.number().int(),
  status: z.enum(["completed", "failed", "in_progress", "incomplete"]),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  output: z.array(ResponseMessage),
  /** Ours. */
  sessionId: Id,
  sessionStatus: z.enum(SESSION_STATUSES),
});
export type ResponseObject = z.infer<typeof ResponseObject>;

/** One event of a streamed response, named by its `type` as in the OpenAI Responses API. */
export const ResponseEvent = z.looseObject({ type: z.string(), sequence_number: z.number().int() });
export type ResponseEvent = z.infer<typeof ResponseEvent>;

export const chatRoutes = defineRoutes({
  createWebChat: {
    method: "POST",
    path: "/chat/web",
    scope: "public",
    role: "viewer",
    body: CreateWebChat,
    response: WebChat,
    events: WebChatEvent,
    status: 201,
    summary: "Say something to an assistant, and get or stream its answer",
  },
  createWebChatResponse: {
    method: "POST",
    path: "/chat/web/responses",
    scope: "public",
    role: "viewer",
    body: CreateWebChatResponse,
    response: ResponseObject,
    events: ResponseEvent,
    status: 201,
    summary: "The same in the manner of the OpenAI Responses API; streams unless told not to",
  },
});
