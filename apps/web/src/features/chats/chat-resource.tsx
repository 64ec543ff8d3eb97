import type { Chat } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { COST_COLUMN } from "../../resource/costs/cost-column.ts";
import { defineResource } from "../../resource/resource.ts";
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

/** Opens the whole conversation of a chat, to read or continue it. */
function ChatActions({ entity: { sessionId, sessionStatus } }: { entity: Chat }) {
  const { t } = useTranslation();
  if (sessionId === undefined) return null;
  return (
    <>
      <Button renderRoot={(props) => <Link to="/$resource/$id" params={{ resource: "sessions", id: sessionId }} {...props} />}>
        {t("chats.session")}
      </Button>
      {sessionStatus !== "completed" && (
        <Button renderRoot={(props) => <Link to="/chats/new" search={{ sessionId }} {...props} />}>{t("chats.goOn")}</Button>
      )}
    </>
  );
}

/** Opens the playground, which creates chats. */
function ChatsAction({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  return (
    <Button variant={isMain ? "filled" : "default"} renderRoot={(props) => <Link to="/chats/new" {...props} />}>
      {t("chats.open")}
    </Button>
  );
}
