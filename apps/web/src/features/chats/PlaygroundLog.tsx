import { ActionIcon } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Scroller } from "../../kit/Scroller.tsx";
import { ToolCallRow } from "../../kit/ToolCallRow.tsx";
import { useFollowEnd } from "../../kit/use-follow-end.ts";
import { CredentialHint } from "../../resource/credentials/CredentialHint.tsx";
import classes from "./chats.module.css";
import { isReplaceable, type PlaygroundTurn } from "./playground.ts";

interface PlaygroundLogProps {
  turns: readonly PlaygroundTurn[];
  /** Shown before the first message. */
  empty: string;
  /** Edits a turn and removes all later ones. Undefined for viewers. */
  onEdit: ((index: number) => void) | undefined;
}

/** The chat's messages. The log follows new text unless the reader has scrolled back. */
export function PlaygroundLog({ turns, empty, onEdit }: PlaygroundLogProps) {
  const { t } = useTranslation();
  const log = useFollowEnd(turns);
  const isAnswering = turns.at(-1)?.state === "streaming";
  return (
    <Scroller ref={log} role="log" aria-label={t("playground.log")} aria-busy={isAnswering} className={classes.log}>
      <div className={classes.messages}>
        {turns.length === 0 && <p className={classes.dim}>{empty}</p>}
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no identity but their place
          <TurnRows key={index} turn={turn} onEdit={onEdit && isReplaceable(turns, index) ? () => onEdit(index) : undefined} />
        ))}
      </div>
    </Scroller>
  );
}

function TurnRows({ turn, onEdit }: { turn: PlaygroundTurn; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { question, rows, state, reason } = turn;
  const [first] = rows;
  return (
    <>
      <div className={classes.turn} data-role="user">
        <div className={classes.who}>
          {t("playground.you")}
          {onEdit && (
            <ActionIcon size={22} variant="subtle" color="gray" aria-label={t("playground.edit")} onClick={onEdit}>
              <IconPencil size={14} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
        <div className={classes.say}>{question}</div>
      </div>
      <div className={classes.turn} data-role="assistant">
        <div className={classes.who}>
          {first?.speaker ?? t("chats.roles.assistant")}
          {state === "streaming" && <span>{t("playground.answering")}</span>}
        </div>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <Fragment key={index}>
            {index > 0 && row.speaker !== undefined && row.speaker !== rows[index - 1]?.speaker && (
              <div className={classes.who}>{row.speaker}</div>
            )}
            {row.type === "tool" ? (
              <ToolCallRow
                name={row.call.name}
                arguments={row.call.arguments}
                {...row.answer}
                isRunning={state === "streaming" && row.answer === null}
              />
            ) : (
              <div className={classes.say}>{row.text}</div>
            )}
          </Fragment>
        ))}
        {state === "stopped" && <p className={classes.dim}>{t("playground.stopped")}</p>}
        {state === "failed" && (
          <p className={classes.bad}>
            {t("playground.failed", { reason: reason ?? "" })}
            <CredentialHint message={reason} />
          </p>
        )}
      </div>
    </>
  );
}
