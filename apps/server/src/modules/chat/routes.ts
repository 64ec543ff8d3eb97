import {
  type ChatMessage,
  type FunctionCallItem,
  type FunctionCallOutput,
  privateChatRoutes,
  type ResponseObject,
  type SaidMessage,
  toChatMessages,
  chatRoutes as visitorTable,
} from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import type { EventStream } from "../../platform/http/event-stream.ts";
import { withoutReplay } from "../../platform/http/idempotency.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerMessages } from "../webhook/server-messages.ts";
import type { AcceptedChat, ChatService } from "./chat-service.ts";
import type { ChatContext } from "./open-session.ts";
import { deleteChat, getChat, listChats, restoreChat } from "./private-chat-service.ts";
import { responseStream, toResponse } from "./response-object.ts";
import { acceptWithTransport, type TransportRequest } from "./text-transport.ts";
import { toWebChat, webChatStream } from "./web-chat.ts";

export function chatRoutes(app: App, context: ChatContext, chats: ChatService, messages: ServerMessages): void {
  registerRoutes(app, context, visitorTable, {
    createWebChat: async (request) => {
      const chat = await chats.accept(request);
      if (request.body.stream) return replayable(chat, webChatStream(chat, { isPrivate: false }));
      return replayable(chat, toWebChat(chat, await chat.answer()));
    },
    createWebChatResponse: (request) => respond((asked) => chats.accept(asked), request),
  });

  registerRoutes(app, context, privateChatRoutes, {
    listChats: ({ caller, query }) => listChats(context, caller, query),
    createChat: async (request) => {
      const chat = await acceptWithTransport(context, chats, request);
      if (request.body.stream) return replayable(chat, webChatStream(chat, { isPrivate: true }));
      const { input, output } = await chat.answer();
      const stored = await getChat(context, request.caller, chat.id);
      const words = { input: input as ChatMessage[], output: output as ChatMessage[], messages: [] };
      return chat.isPrivate ? withoutReplay({ ...stored, ...words }) : stored;
    },
    createChatResponse: (request) => respond((asked) => acceptWithTransport(context, chats, asked), request),
    getChat: ({ caller, params }) => getChat(context, caller, params.id),
    deleteChat: ({ caller, params }) => deleteChat({ ...context, messages }, caller, params.id),
    restoreChat: ({ caller, params }) => restoreChat(context, caller, params.id),
  });
}

interface ResponsesBody extends Omit<TransportRequest["body"], "input"> {
  input: string | (SaidMessage | FunctionCallItem | FunctionCallOutput)[];
  previous_response_id?: string | null | undefined;
  model?: string | undefined;
  stream: boolean;
}

/** In the shape of the OpenAI Responses API. */
async function respond(
  accept: (request: TransportRequest) => Promise<AcceptedChat>,
  request: Omit<TransportRequest, "body"> & { body: ResponsesBody },
): Promise<ResponseObject | EventStream> {
  const { previous_response_id, model, stream, ...rest } = request.body;
  const body = {
    ...rest,
    input: toChatMessages(rest.input),
    previousChatId: rest.previousChatId ?? previous_response_id ?? undefined,
  };
  const chat = await accept({ ...request, body });
  const asked = { model, previousChatId: body.previousChatId };
  if (stream) return replayable(chat, responseStream(chat, asked));
  return replayable(chat, toResponse(chat, asked, await chat.answer()));
}

/** An answer that is kept for retries would be words at rest. */
function replayable<Answered extends object>({ isPrivate }: AcceptedChat, answered: Answered): Answered {
  return isPrivate ? withoutReplay(answered) : answered;
}
