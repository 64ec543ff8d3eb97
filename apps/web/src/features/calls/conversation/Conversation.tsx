import type { Turn } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { IconMessageForward } from "@tabler/icons-react";
import { Fragment, memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { LatencyBar } from "../../../kit/latency/LatencyBar.tsx";
import { answersOf, waitOf, waitParts } from "../../../kit/latency/wait-parts.ts";
import { ToolCallRow } from "../../../kit/ToolCallRow.tsx";
import type { Player } from "../recording/player.ts";
import { usePlayerValue } from "../recording/use-player.ts";
import classes from "./conversation.module.css";
import { type ConversationRow, rowAt, wordAt } from "./conversation.ts";
import type { TakeOverMark } from "./take-over-marks.ts";

interface Props {
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
  assistantName: string;
  /** Where a person had the call. */
  marks?: readonly TakeOverMark[];
  /** Absent without a recording: seeking is not possible then. */
  player: Player | undefined;
  /** The call runs: a tool without an answer is still working. */
  isLive?: boolean;
  /** Instead of "Nobody said anything." */
  nothing?: string | undefined;
  onSeek?: (ms: number) => void;
  /** Continues the conversation as a chat after a row. */
  onFork?: (index: number) => void;
}

/** The transcript with the latency of each turn. With a recording, the current word is highlighted and a click on a word seeks to it. */
export function Conversation({ rows, turns, assistantName, marks = [], player, isLive = false, nothing, onSeek, onFork }: Props) {
  const { t } = useTranslation();
  const { answers, longestMs } = answersOf(rows, (index) => turns.get(index));
  if (rows.length === 0) return <p className={classes.nothing}>{nothing ?? t("call.nothingSaid")}</p>;
  return (
    <ol className={classes.rows} aria-label={t("call.tab.transcript")}>
      {rows.map((row, index) => {
        const shared = {
          row,
          name: nameOf(row),
          answer: answers[index],
          longestMs,
          isLive,
          ...(onFork && { onFork: () => onFork(index) }),
        };
        // Each side speaks only one line at a time.
        const key = row.isPartial ? row.role : row.seq;
        return (
          <Fragment key={key}>
            <Marks marks={between(marks, rows[index - 1], row)} assistantName={assistantName} />
            {player && onSeek ? (
              <PlayedRow {...shared} rows={rows} index={index} player={player} onSeek={onSeek} />
            ) : (
              <Row {...shared} isCurrent={false} word={-1} />
            )}
          </Fragment>
        );
      })}
      <Marks marks={between(marks, rows.at(-1), undefined)} assistantName={assistantName} />
    </ol>
  );

  function nameOf({ kind, role, speaker }: ConversationRow): string {
    if (kind === "tool") return t("call.tool");
    if (kind === "added") return t("call.added", { role });
    return role === "assistant" ? (speaker ?? assistantName) : t("call.customer");
  }
}

/** The marks between two rows. */
function between(
  marks: readonly TakeOverMark[],
  before: Pick<ConversationRow, "startMs"> | undefined,
  after: Pick<ConversationRow, "startMs"> | undefined,
) {
  const [from, until] = [before?.startMs ?? Number.NEGATIVE_INFINITY, after?.startMs ?? Number.POSITIVE_INFINITY];
  return marks.filter(({ startMs }) => startMs > from && startMs <= until);
}

function Marks({ marks, assistantName: assistant }: { marks: readonly TakeOverMark[]; assistantName: string }) {
  const { t } = useTranslation();
  return marks.map(({ seq, startMs, kind, name, number = "" }) => (
    <li key={seq} className={classes.mark}>
      <span className="num">{clockTime(startMs)}</span>
      <span>{t(`call.takeOver.${kind}`, { name, assistant, number })}</span>
    </li>
  ));
}

interface RowProps {
  row: ConversationRow;
  name: string;
  /** The turn that the row answers. */
  answer: Turn | undefined;
  longestMs: number;
  isLive: boolean;
  onFork?: () => void;
}

interface PlayedRowProps extends RowProps {
  rows: readonly ConversationRow[];
  index: number;
  player: Player;
  onSeek: (ms: number) => void;
}

/** A row that follows playback. Only the current row renders again per word. */
function PlayedRow({ rows, index, player, onSeek, ...shared }: PlayedRowProps) {
  const isCurrent = usePlayerValue(player, (each) => each.positionMs() > 0 && rowAt(rows, each.positionMs()) === index);
  const word = usePlayerValue(player, (each) => (each.positionMs() > 0 ? wordAt(shared.row, each.positionMs()) : -1));
  return <Row {...shared} isCurrent={isCurrent} word={isCurrent ? word : -1} onSeek={onSeek} />;
}

interface DrawnRowProps extends RowProps {
  isCurrent: boolean;
  /** Index of the current word; −1 for none. */
  word: number;
  onSeek?: (ms: number) => void;
}

/** While a line is being spoken, only its row is drawn again. */
const Row = memo(function Row({ row, name, answer, longestMs, isLive, isCurrent, word, onSeek, onFork }: DrawnRowProps) {
  const { t } = useTranslation();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const time = clockTime(row.startMs);
  const wait = answer && waitParts(answer);
  return (
    <li
      ref={line}
      className={classes.row}
      data-role={row.kind === "added" ? "added" : row.role}
      data-current={isCurrent || undefined}
    >
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
        {row.tool ? (
          <ToolCallRow
            name={row.tool.name}
            arguments={row.tool.arguments}
            {...row.tool.answer}
            isRunning={isLive && row.tool.answer === null}
          />
        ) : row.isPartial ? (
          // Screen readers read the text once it is final.
          <span className={classes.partial} aria-hidden="true">
            {row.words.map(({ text }) => text).join(" ")}
          </span>
        ) : (
          <Words row={row} word={word} onSeek={onSeek} />
        )}
        {row.by !== undefined && <span className={classes.note}> ({t("call.by", { name: row.by })})</span>}
        {row.heard && <span className={classes.note}> ({t(`call.heard.${row.heard}`)})</span>}
        {row.isInterrupted && <span className={classes.note}> {t("call.interrupted")}</span>}
        {row.filtered && <span className={classes.note}> ({t("call.filtered", { filters: row.filtered.join(", ") })})</span>}
        {row.kind === "typed" && <span className={classes.note}> ({t(row.byKeys ? "call.keyed" : "call.typed")})</span>}
      </span>
      <span className={classes.wait}>
        {onFork && row.role === "assistant" && (
          <ActionIcon
            size={22}
            variant="subtle"
            color="gray"
            aria-label={t("call.fork", { time })}
            title={t("call.fork", { time })}
            onClick={onFork}
          >
            <IconMessageForward size={14} aria-hidden="true" />
          </ActionIcon>
        )}
        {wait && (
          <>
            <LatencyBar parts={wait} longestMs={longestMs} />
            <span className="num">{t("latency.ms", { value: waitOf(wait).toLocaleString() })}</span>
          </>
        )}
      </span>
    </li>
  );
});

/**
 * The words of a row. A click on a word plays from it. One listener serves all words: a button per word would flood the tab order. By
 * keyboard, J and K move between words.
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
