import type { Chat } from "@callwright/contract";
import { lazy } from "react";
import { COST_COLUMN } from "../../resource/costs/cost-column.ts";
import { defineResource } from "../../resource/resource.ts";
import { ChatActions } from "./ChatActions.tsx";
import { ChatsAction } from "./ChatsAction.tsx";
import { messageText } from "./message-text.ts";

const ChatTab = lazy(async () => ({ default: (await import("./ChatTab.tsx")).ChatTab }));

/** One message and its answer. */
export const chatResource = defineResource({
  name: "Chat",
  path: "chats",
  texts: "chats",
  nameOf: (chat) => chat.name ?? questionOf(chat),
  columns: [
    { id: "said", text: answerOf, from: "wide" },
    { id: "status", text: ({ status = "completed" }, t) => t(`chats.statuses.${status}`), width: "130px" },
    COST_COLUMN,
  ],
  filters: ["assistantId", "sessionId"],
  tabs: [{ id: "conversation", component: ChatTab, isFirst: true }],
  actions: ChatActions,
  createAction: ChatsAction,
});

function questionOf({ input }: Chat): string | undefined {
  const asked = typeof input === "string" ? input : messageText(input?.findLast(({ role }) => role === "user"));
  return asked === "" ? undefined : asked;
}

function answerOf({ output = [] }: Chat): string {
  return output.map(messageText).filter(Boolean).join(" ");
}
