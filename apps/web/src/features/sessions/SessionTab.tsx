import type { Session } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { CostCard } from "../../resource/costs/CostCard.tsx";
import { chatResource } from "../chats/chat-resource.tsx";
import classes from "../chats/chats.module.css";
import { MessageList } from "../chats/MessageList.tsx";
import { sessionChatsQuery } from "../chats/session-chats.ts";

/** The messages of a session, and its chats. */
export function SessionTab({ entity }: { entity: Session }) {
  const { id, messages = [] } = entity;
  const { t } = useTranslation();
  const format = useFormat();
  const chats = useQuery(sessionChatsQuery(useClient(), id)).data ?? [];
  return (
    <div className={classes.page}>
      <MessageList messages={messages} />
      <CostCard {...entity} />
      {chats.length > 0 && (
        <section className={classes.chats}>
          <h2>{t("sessions.chatCount", { count: chats.length })}</h2>
          <ul>
            {chats.map((chat) => (
              <li key={chat.id}>
                <Link to="/$resource/$id" params={{ resource: "chats", id: chat.id }}>
                  {chatResource.nameOf?.(chat) ?? t("chats.unnamed")}
                </Link>{" "}
                <time dateTime={chat.createdAt}>{format.dateTimeSeconds(chat.createdAt)}</time>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
