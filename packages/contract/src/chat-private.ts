import { z } from "zod";
import {
  CHAT_STATUSES,
  ChatTargetFields,
  checkChatInput,
  ResponseEvent,
  ResponseObject,
  SESSION_STATUSES,
  WebChatEvent,
} from "./chat.ts";
import { ChatMessage } from "./chat-message.ts";
import { Cost } from "./cost.ts";
import { Customer } from "./customer.ts";
import { EntityFields, Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { PageQuery } from "./list-query.ts";
import { notTogether } from "./one-of.ts";
import { CommaSeparated, repeatable } from "./query-value.ts";
import { pageOf } from "./resource-routes.ts";
import { defineRoutes } from "./route.ts";

/** What the user says: a text, or messages of which the last is the user's; results of tools among them. */
const PrivateChatInput = z.union([z.string(), z.array(ChatMessage)]).superRefine(checkChatInput);

/** Sends the answer as a text message. */
const SmsTransport = z.strictObject({
  type: z.literal("twilio.sms"),
  conversationType: z.literal("chat").optional(),
  phoneNumberId: Id.optional(),
  customer: Customer.optional(),
  customerId: Id.optional(),
  /** False: the input itself is sent. */
  useLLMGeneratedMessageForOutbound: z.boolean().optional().meta({ title: "Let the assistant word it", default: true }),
});

const PrivateChatFields = {
  input: PrivateChatInput,
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  ...ChatTargetFields,
  transport: SmsTransport.optional(),
};

export const CreateChat = z
  .strictObject({ ...PrivateChatFields, stream: z.boolean().default(false) })
  .refine(...notTogether("previousChatId", "sessionId"));
export type CreateChat = z.infer<typeof CreateChat>;

/** In the manner of the OpenAI Responses API: a client of that works with `…/chat` as its base URL. */
export const CreateChatResponse = z
  .strictObject({
    ...PrivateChatFields,
    /** The same as `previousChatId`. */
    previous_response_id: Id.nullish(),
    /** Such clients always send one. The assistant's own model answers. */
    model: z.string().max(200).optional(),
    stream: z.boolean().default(true),
  })
  .refine(...notTogether("previousChatId", "sessionId"));
export type CreateChatResponse = z.infer<typeof CreateChatResponse>;

export const Chat = z.looseObject({
  ...EntityFields,
  name: z.string().optional(),
  assistantId: Id.optional(),
  assistant: z.looseObject({}).optional(),
  assistantOverrides: z.looseObject({}).optional(),
  squadId: Id.optional(),
  workflowId: Id.optional(),
  sessionId: Id.optional(),
  previousChatId: Id.optional(),
  input: z.union([z.string(), z.array(ChatMessage)]).optional(),
  /** The conversation before the input. */
  messages: z.array(ChatMessage).optional(),
  /** The reply. */
  output: z.array(ChatMessage).optional(),
  /** US dollars. */
  cost: z.number().optional(),
  costs: z.array(Cost).optional(),
  /** Ours. */
  status: z.enum(CHAT_STATUSES).optional(),
  /** Why the model failed. Ours. */
  failure: z.looseObject({ provider: z.string(), message: z.string() }).optional(),
  /** Ours. */
  sessionStatus: z.enum(SESSION_STATUSES).optional(),
});
export type Chat = z.infer<typeof Chat>;

export const ChatQuery = z.object({
  ...PageQuery.shape,
  id: Id.optional(),
  idAny: repeatable(Id).optional(),
  assistantId: Id.optional(),
  assistantIdAny: CommaSeparated.optional(),
  squadId: Id.optional(),
  workflowId: Id.optional(),
  sessionId: Id.optional(),
  previousChatId: Id.optional(),
});
export type ChatQuery = z.infer<typeof ChatQuery>;

/** Chats as the organisation's own servers and people see them. The pair for visitors is in `chat.ts`. */
export const privateChatRoutes = defineRoutes({
  listChats: {
    method: "GET",
    path: "/chat",
    scope: "private",
    role: "viewer",
    query: ChatQuery,
    response: pageOf(Chat),
    status: 200,
    summary: "List chats, newest first",
  },
  createChat: {
    method: "POST",
    path: "/chat",
    scope: "private",
    role: "editor",
    body: CreateChat,
    response: Chat,
    events: WebChatEvent,
    status: 200,
    summary: "Say something to an assistant, and get or stream its answer",
  },
  createChatResponse: {
    method: "POST",
    path: "/chat/responses",
    scope: "private",
    role: "editor",
    body: CreateChatResponse,
    response: ResponseObject,
    events: ResponseEvent,
    status: 200,
    summary: "The same in the manner of the OpenAI Responses API; streams unless told not to",
  },
  getChat: {
    method: "GET",
    path: "/chat/{id}",
    scope: "private",
    role: "viewer",
    response: Chat,
    status: 200,
    summary: "Get a chat",
  },
  deleteChat: {
    method: "DELETE",
    path: "/chat/{id}",
    scope: "private",
    role: "editor",
    response: Chat,
    status: 200,
    summary: "Delete a chat; it can be restored for 30 days",
  },
  restoreChat: {
    method: "POST",
    path: "/chat/{id}/restore",
    scope: "private",
    role: "editor",
    response: Chat,
    status: 200,
    summary: "Bring a deleted chat back",
  },
});
