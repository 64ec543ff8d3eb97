import type { Turn } from "@callwright/contract";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LatencyBar } from "../latency/LatencyBar.tsx";
import { isAnswer, type WaitPart, waitOf, waitParts } from "../latency/wait-parts.ts";
import { clockTime } from "../talk/clock-time.ts";
import classes from "./conversation.module.css";
import { type ConversationRow, rowAt, wordAt } from "./conversation.ts";
import { rowKeys } from "./live-conversation.ts";
import type { Player } from "./player.ts";
import { usePlayerValue } from "./use-player.ts";

interface Props {
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
  assistantName: string;
  /** Absent without a recording: then nothing can be sought. */
  player: Player | undefined;
  onSeek?: (ms: number) => void;
}

/** What was said, each stretch with the wait before it. With a recording, the words follow the sound and lead to it. */
export function Conversation({ rows, turns, assistantName, player, onSeek }: Props) {
  const { t } = useTranslation();
  const waits = rows.map((row) => waitBefore(row, rows, turns));
  const keys = rowKeys(rows);
  const longestMs = Math.max(0, ...waits.map((parts) => (parts ? waitOf(parts) : 0)));
  if (rows.length === 0) return <p className={classes.nothing}>{t("call.nothingSaid")}</p>;
  return (
    <ol className={classes.rows} aria-label={t("call.tab.transcript")}>
      {rows.map((row, index) => {
        const shared = { row, name: nameOf(row), wait: waits[index], longestMs };
        return player && onSeek ? (
          <PlayedRow key={keys[index]} {...shared} rows={rows} index={index} player={player} onSeek={onSeek} />
        ) : (
          <Row key={keys[index]} {...shared} isCurrent={false} word={-1} />
        );
      })}
    </ol>
  );

  function nameOf({ role, addedAs }: ConversationRow): string {
    if (role === "assistant") return assistantName;
    return role === "user" ? t("call.customer") : t("call.added", { role: addedAs ?? "" });
  }
}

/** The wait of a turn, told with the first words of it. */
function waitBefore(
  row: ConversationRow,
  rows: readonly ConversationRow[],
  turns: ReadonlyMap<number, Turn>,
): WaitPart[] | undefined {
  const turn = row.turn === undefined ? undefined : turns.get(row.turn);
  if (!turn || !isAnswer(turn)) return undefined;
  return rows.find((other) => other.turn === row.turn) === row ? waitParts(turn) : undefined;
}

interface RowProps {
  row: ConversationRow;
  name: string;
  wait: WaitPart[] | undefined;
  longestMs: number;
}

interface PlayedRowProps extends RowProps {
  rows: readonly ConversationRow[];
  index: number;
  player: Player;
  onSeek: (ms: number) => void;
}

/** A row that knows where the sound is. Only the row being said is drawn again as words go by. */
function PlayedRow({ rows, index, player, onSeek, ...shared }: PlayedRowProps) {
  const isCurrent = usePlayerValue(player, (each) => each.positionMs() > 0 && rowAt(rows, each.positionMs()) === index);
  const word = usePlayerValue(player, (each) => (each.positionMs() > 0 ? wordAt(shared.row, each.positionMs()) : -1));
  return <Row {...shared} isCurrent={isCurrent} word={isCurrent ? word : -1} onSeek={onSeek} />;
}

interface DrawnRowProps extends RowProps {
  isCurrent: boolean;
  /** Index of the word being said; −1 for none. */
  word: number;
  onSeek?: (ms: number) => void;
}

function Row({ row, name, wait, longestMs, isCurrent, word, onSeek }: DrawnRowProps) {
  const { t } = useTranslation();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const time = clockTime(row.startMs);
  return (
    <li ref={line} className={classes.row} data-role={row.role} data-current={isCurrent || undefined}>
      <span className={`${classes.time} num`}>
        {onSeek ? (
          <button type="button" aria-label={t("call.playFrom", { time })} onClick={() => onSeek(row.startMs)}>
            {time}
          </button>
        ) : (
          time
        )}
      </span>
      <span className={classes.who}>{name}</span>
      <span className={classes.words}>
        {row.isPartial ? (
          // Read out once it stands still.
          <span className={classes.partial} aria-hidden="true">
            {row.words.map(({ text }) => text).join(" ")}
          </span>
        ) : (
          <Words row={row} word={word} onSeek={onSeek} />
        )}
        {row.isInterrupted && <span className={classes.note}> {t("call.interrupted")}</span>}
        {row.isTyped && <span className={classes.note}> ({t("call.typed")})</span>}
      </span>
      <span className={classes.wait}>
        {wait && (
          <>
            <LatencyBar parts={wait} longestMs={longestMs} />
            <span className="num">{t("latency.ms", { value: waitOf(wait).toLocaleString() })}</span>
          </>
        )}
      </span>
    </li>
  );
}

/**
 * The words of a row. Pressing one plays from it: one listener for all of them, since a button for each of a thousand words
 * would bury the page's own controls; by keyboard J and K go from word to word.
 */
function Words({ row, word, onSeek }: Pick<DrawnRowProps, "row" | "word" | "onSeek">) {
  const seekTo = (target: EventTarget) => {
    const index = target instanceof HTMLElement ? Number(target.dataset.word) : Number.NaN;
    const pressed = row.words[index];
    if (pressed) onSeek?.(pressed.startMs);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span onClick={(event) => seekTo(event.target)}>
      {row.words.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words of one stretch never change their order.
        <span key={index}>
          <span
            data-word={index}
            className={`${onSeek ? classes.seekable : ""} ${index === word ? classes.word : ""}`}
            aria-current={index === word || undefined}
          >
            {text}
          </span>{" "}
        </span>
      ))}
    </span>
  );
}
