import { chatRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import type { ChatService } from "./chat-service.ts";
import { responseStream, toResponse } from "./response-object.ts";
import { toWebChat, webChatStream } from "./web-chat.ts";

export function chatRoutes(app: App, context: ServerContext, chats: ChatService): void {
  registerRoutes(
    app,
    table,
    {
      createWebChat: async (request) => {
        const chat = await chats.accept(request);
        if (request.body.stream) return webChatStream(chat);
        return toWebChat(chat, await chat.answer(() => undefined));
      },
      createWebChatResponse: async (request) => {
        const { previous_response_id, model, stream, ...rest } = request.body;
        const body = { ...rest, previousChatId: rest.previousChatId ?? previous_response_id ?? undefined };
        const chat = await chats.accept({ ...request, body });
        const asked = { model, previousChatId: body.previousChatId };
        if (stream) return responseStream(chat, asked);
        return toResponse(chat, asked, await chat.answer(() => undefined));
      },
    },
    context,
  );
}
