import { defineNoun } from "../wire/noun.ts";

export const chatNoun = defineNoun({
  thing: "Chat",
  label: "chat",
  changes: ["chat"],
  addresses: {
    createWebChat: "POST /chat/web events",
    createWebChatResponse: "POST /chat/web/responses events",
    listChats: "GET /chat",
    createChat: "POST /chat events",
    createChatResponse: "POST /chat/responses events",
    getChat: "GET /chat/{id}",
    deleteChat: "DELETE /chat/{id}",
    restoreChat: "POST /chat/{id}/restore own",
  },
});
