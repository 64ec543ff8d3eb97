import type { ChatMessage } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { ToolCallRow } from "../../kit/ToolCallRow.tsx";
import classes from "./chats.module.css";
import { messageRows } from "./message-rows.ts";

/** The messages of a stored chat, with tool calls. */
export function MessageList({ messages, nothing }: { messages: readonly ChatMessage[]; nothing?: string | undefined }) {
  const { t } = useTranslation();
  const rows = messageRows(messages);
  if (rows.length === 0) return <p className={classes.dim}>{nothing ?? t("chats.nothing")}</p>;
  return (
    <div className={classes.messages}>
      {rows.map((row, index) =>
        row.type === "tool" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
          <ToolCallRow key={index} name={row.call.name} arguments={row.call.arguments} {...row.answer} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
          <div key={index} className={classes.turn} data-role={row.type}>
            <div className={classes.who}>{t(`chats.roles.${row.type}`)}</div>
            <div className={classes.say}>{row.text}</div>
            {row.filtered && <div className={classes.dim}>{t("call.filtered", { filters: row.filtered.join(", ") })}</div>}
          </div>
        ),
      )}
    </div>
  );
}
