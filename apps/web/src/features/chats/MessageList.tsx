import type { ChatMessage } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import classes from "./chats.module.css";
import { messageText } from "./message-text.ts";

/** The messages of a stored chat, with tool calls. */
export function MessageList({ messages }: { messages: readonly ChatMessage[] }) {
  const { t } = useTranslation();
  if (messages.length === 0) return <p className={classes.dim}>{t("chats.nothing")}</p>;
  return (
    <div className={classes.messages}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
        <div key={index} className={classes.turn} data-role={message.role}>
          <div className={classes.who}>{t(`chats.roles.${message.role}`)}</div>
          {messageText(message) && <div className={classes.say}>{messageText(message)}</div>}
          {message.role === "assistant" &&
            message.tool_calls?.map(({ id, function: called }) => (
              <code key={id} className={classes.call}>
                {t("chats.called", { name: called.name, arguments: called.arguments })}
              </code>
            ))}
        </div>
      ))}
    </div>
  );
}
