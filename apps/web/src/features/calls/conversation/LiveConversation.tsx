import type { Turn } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { Conversation } from "./Conversation.tsx";
import classes from "./conversation.module.css";
import type { ConversationRow } from "./conversation.ts";
import { useStayAtEnd } from "./use-stay-at-end.ts";

interface Props {
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
  assistantName: string;
}

/** The live transcript of a running call. Screen readers read each line once it is final. */
export function LiveConversation({ rows, turns, assistantName }: Props) {
  const { t } = useTranslation();
  const end = useStayAtEnd(rows);
  return (
    <div role="log" aria-label={t("call.liveTranscript")}>
      {rows.length === 0 ? (
        <p className={classes.nothing}>{t("talk.emptyLog")}</p>
      ) : (
        <Conversation rows={rows} turns={turns} assistantName={assistantName} player={undefined} isLive />
      )}
      <div ref={end} className={classes.end} />
    </div>
  );
}
