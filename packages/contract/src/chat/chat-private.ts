import { z } from "zod";
import { AgentStarted } from "../call/agent-started.ts";
import { CallCompliance } from "../call/call.ts";
import { CostFields } from "../cost/cost.ts";
import { ChatMessage, FunctionCallItem, FunctionCallOutput } from "../message/chat-message.ts";
import { Customer } from "../phone/customer.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { notTogether } from "../wire/one-of.ts";
import { CommaSeparated, repeatable } from "../wire/query-value.ts";
import { pageOf } from "../wire/resource-routes.ts";
import {
  CHAT_STATUSES,
  ChatTargetFields,
  checkChatInput,
  ResponseEvent,
  ResponseObject,
  SESSION_STATUSES,
  WebChatEvent,
} from "./chat.ts";
import { chatNoun } from "./chat-noun.ts";

/** A text, or messages that end with the user's or with answers of tools. */
const PrivateChatInput = z.union([z.string(), z.array(ChatMessage)]).superRefine(checkChatInput);

/** Sends the reply as a text message. */
const SmsTransport = z.strictObject({
  type: z.literal("twilio.sms"),
  conversationType: z.literal("chat").optional(),
  phoneNumberId: Id.optional(),
  customer: Customer.optional(),
  customerId: Id.optional(),
  /** False: sends the input unchanged. */
  useLLMGeneratedMessageForOutbound: z.boolean().optional().meta({ title: "Let the assistant write the message", default: true }),
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

/** Compatible with the OpenAI Responses API: its clients work with `…/chat` as their base URL. */
export const CreateChatResponse = z
  .strictObject({
    ...PrivateChatFields,
    input: z
      .union([z.string(), z.array(z.union([ChatMessage, FunctionCallItem, FunctionCallOutput]))])
      .superRefine(checkChatInput),
    /** The same as `previousChatId`. */
    previous_response_id: Id.nullish(),
    /** Ignored. OpenAI clients always send one, but the assistant's model answers. */
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
  ...CostFields,
  /** Callwright only. */
  status: z.enum(CHAT_STATUSES).optional(),
  /** Who took the conversation of a squad or a workflow over in this chat, in order. Callwright only. */
  agents: z.array(AgentStarted).optional(),
  /** Why the model failed. Callwright only. */
  failure: z.looseObject({ provider: z.string(), message: z.string() }).optional(),
  /** Callwright only. */
  sessionStatus: z.enum(SESSION_STATUSES).optional(),
  /** The conversation is not stored. Callwright only. */
  compliance: CallCompliance.optional(),
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

/** Chats for members and the organization's servers. `chat.ts` has the routes for visitors. */
export const privateChatRoutes = describeRoutes(chatNoun.addresses, {
  listChats: {
    query: ChatQuery,
    response: pageOf(Chat),
    summary: "List chats, newest first",
  },
  createChat: {
    body: CreateChat,
    response: Chat,
    events: WebChatEvent,
    summary: "Send a message to an assistant, and get or stream the reply",
  },
  createChatResponse: {
    body: CreateChatResponse,
    response: ResponseObject,
    events: ResponseEvent,
    summary: "Send a message in the format of the OpenAI Responses API; streams by default",
  },
  getChat: {
    response: Chat,
    summary: "Get a chat",
  },
  deleteChat: {
    response: Chat,
    summary: "Delete a chat; it can be restored for 30 days",
  },
  restoreChat: {
    response: Chat,
    summary: "Restore a deleted chat",
  },
});
