import type { CallLine, Turn } from "@callwright/contract";
import { ActionIcon, Button } from "@mantine/core";
import { IconCheck, IconFlask, IconGitFork, IconLink } from "@tabler/icons-react";
import { Fragment, memo, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../../../kit/clock-time.ts";
import { LatencyBar } from "../../../kit/latency/LatencyBar.tsx";
import { answersOf, waitOf, waitParts } from "../../../kit/latency/wait-parts.ts";
import { Pill } from "../../../kit/Pill.tsx";
import { ToolCallRow } from "../../../kit/ToolCallRow.tsx";
import { useCopy } from "../../../kit/use-copy.ts";
import { gistOf } from "../page/event-gist.ts";
import type { Player } from "../recording/player.ts";
import { usePlayerValue } from "../recording/use-player.ts";
import classes from "./conversation.module.css";
import { type ConversationMark, type ConversationRow, MARKED_CONTROLS, rowAt, wordAt } from "./conversation.ts";

/** What can be done with a line of an ended call. An action that is not offered is absent. */
export interface LineActions {
  /** Continues the conversation as a chat after a line. */
  fork?: ((index: number) => void) | undefined;
  /** Makes a test of the conversation up to a line. */
  test?: ((row: CallLine) => void) | undefined;
  /** The address of the call at a moment. */
  linkTo: (ms: number) => string;
}

interface Props {
  rows: readonly ConversationRow[];
  marks: readonly ConversationMark[];
  turns: ReadonlyMap<number, Turn>;
  assistantName: string;
  /** Absent without a recording: nothing is played then. */
  player: Player | undefined;
  /** The moment that is shown without a recording. */
  atMs?: number;
  /** The call runs: a tool without an answer is still working. */
  isLive?: boolean;
  /** Instead of "Nobody said anything." */
  nothing?: string | undefined;
  onSeek?: (ms: number) => void;
  actions?: LineActions;
  /** After the last line. */
  end?: ReactNode;
}

/** The transcript with the latency of each turn. With a recording, the current word is highlighted and a click on a word seeks to it. */
export function Conversation({ rows, marks, turns, player, atMs = 0, isLive = false, nothing, end, ...shared }: Props) {
  const { t } = useTranslation();
  const { answers, longestMs } = answersOf(rows, (index) => turns.get(index));
  const scaleMs = Math.max(longestMs, ...rows.map(({ tool }) => tool?.answer?.durationMs ?? 0));
  if (rows.length === 0) return <p className={classes.nothing}>{nothing ?? t("call.nothingSaid")}</p>;
  return (
    <ol className={classes.rows} aria-label={t("call.tab.transcript")}>
      {rows.map((row, index) => {
        // Each side speaks only one line at a time.
        const key = row.isPartial ? row.role : row.seq;
        const all = { ...shared, row, index, answer: answers[index], scaleMs, isLive };
        return (
          <Fragment key={key}>
            {marks.filter(isBetween(rows[index - 1]?.startMs, row.startMs)).map(markOf)}
            {player ? (
              <PlayedRow {...all} rows={rows} player={player} />
            ) : (
              <Row {...all} isCurrent={atMs > 0 && rowAt(rows, atMs) === index} word={-1} />
            )}
          </Fragment>
        );
      })}
      {marks.filter(isBetween(rows.at(-1)?.startMs, undefined)).map(markOf)}
      {end}
    </ol>
  );
}

const isBetween =
  (fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY) =>
  ({ atMs }: ConversationMark) =>
    fromMs < atMs && atMs <= toMs;

const markOf = (mark: ConversationMark) => <Mark key={mark.seq} mark={mark} />;

/** A line across the transcript. */
function Mark({ mark }: { mark: ConversationMark }) {
  const { t } = useTranslation();
  const text = mark.type === "transfer" ? `${t("call.eventName.transfer")}: ${gistOf(mark, t)}` : controlText(mark.payload);
  return (
    <li className={classes.mark}>
      <span className="num">{clockTime(mark.atMs)}</span>
      <span>{text}</span>
    </li>
  );

  function controlText({ control, by, lapsed }: Extract<ConversationMark, { type: "control" }>["payload"]): string {
    const marked = MARKED_CONTROLS.find((each) => each === control) ?? "take-over";
    return t(`call.control.${lapsed ? "lapsed" : marked}`, { name: by?.name ?? t("call.customer") });
  }
}

interface RowProps extends Pick<Props, "assistantName" | "onSeek" | "actions"> {
  row: ConversationRow;
  index: number;
  /** The turn that the row answers. */
  answer: Turn | undefined;
  /** The time that fills the width of the bars. */
  scaleMs: number;
  isLive: boolean;
}

/** A row that follows playback. Only the current row renders again per word. */
function PlayedRow({ rows, player, ...shared }: RowProps & { rows: readonly ConversationRow[]; player: Player }) {
  const { row, index } = shared;
  const isCurrent = usePlayerValue(player, (each) => each.positionMs() > 0 && rowAt(rows, each.positionMs()) === index);
  const word = usePlayerValue(player, (each) => (each.positionMs() > 0 ? wordAt(row, each.positionMs()) : -1));
  return <Row {...shared} isCurrent={isCurrent} word={isCurrent ? word : -1} />;
}

interface DrawnRowProps extends RowProps {
  isCurrent: boolean;
  /** Index of the current word; −1 for none. */
  word: number;
}

/** While a line is being spoken, only its row is drawn again. */
const Row = memo(function Row({ row, index, answer, scaleMs, isCurrent, word, onSeek, actions, ...named }: DrawnRowProps) {
  const { t } = useTranslation();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const time = clockTime(row.startMs);
  return (
    <li
      ref={line}
      className={classes.row}
      data-role={row.kind === "added" ? "added" : row.role}
      data-current={isCurrent || undefined}
      data-by={row.by !== undefined || undefined}
      data-heard={row.heard}
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
      <Speaker row={row} assistantName={named.assistantName} />
      <span className={classes.words}>
        {row.tool ? (
          <ToolCallRow
            name={row.tool.name}
            arguments={row.tool.arguments}
            {...row.tool.answer}
            isRunning={named.isLive && row.tool.answer === null}
            isLine
          />
        ) : row.isPartial ? (
          // Screen readers read the text once it is final.
          <span className={classes.partial} aria-hidden="true">
            {row.words.map(({ text }) => text).join(" ")}
          </span>
        ) : (
          <Words row={row} word={word} onSeek={onSeek} />
        )}
        {row.isInterrupted && <span className={classes.interrupted}> {t("call.interrupted")}</span>}
        {row.filtered && <span className={classes.note}> ({t("call.filtered", { filters: row.filtered.join(", ") })})</span>}
        {row.kind === "typed" && <span className={classes.note}> ({t(row.byKeys ? "call.keyed" : "call.typed")})</span>}
      </span>
      <Wait row={row} answer={answer} scaleMs={scaleMs} />
      {actions && row.role !== "system" && <Actions row={row} index={index} {...actions} />}
    </li>
  );
});

/** Who speaks, in one line; and the person whose words they are. */
function Speaker({ row: { kind, role, speaker, by }, assistantName }: { row: ConversationRow; assistantName: string }) {
  const { t } = useTranslation();
  const spoken = role === "assistant" ? (speaker ?? assistantName) : t("call.customer");
  const name = kind === "tool" ? t("call.tool") : kind === "added" ? t("call.added", { role }) : spoken;
  return (
    <span className={classes.who} title={name}>
      {name}
      {by !== undefined && (
        <span className={classes.by} title={t("call.by", { name: by })}>
          {t("call.by", { name: by })}
        </span>
      )}
    </span>
  );
}

/** How long the caller waited, or how long a tool took; or that nobody heard the line. */
function Wait({ row, answer, scaleMs }: Pick<RowProps, "row" | "answer" | "scaleMs">) {
  const { t } = useTranslation();
  const toolMs = row.tool?.answer?.durationMs;
  const wait = answer && waitParts(answer);
  const ms = wait ? waitOf(wait) : toolMs;
  return (
    <span className={classes.wait}>
      {row.heard && (
        <span className={classes.heard} title={t(`call.heardWhy.${row.heard}`)}>
          <Pill>{t(`call.heard.${row.heard}`)}</Pill>
        </span>
      )}
      {ms !== undefined && (
        <>
          <span className={classes.track}>
            {wait ? (
              <LatencyBar parts={wait} longestMs={scaleMs} />
            ) : (
              <span className={classes.toolBar} style={{ width: `${(100 * ms) / Math.max(1, scaleMs)}%` }} />
            )}
          </span>
          <span className={`${classes.ms} num`}>{t("latency.ms", { value: Math.round(ms).toLocaleString() })}</span>
        </>
      )}
    </span>
  );
}

/** Shown with the pointer on the row, or the focus in it: they come after the row's time in the order of the focus. */
function Actions({ row, index, fork, test, linkTo }: LineActions & Pick<RowProps, "row" | "index">) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  const time = clockTime(row.startMs);
  const Copied = copied ? IconCheck : IconLink;
  return (
    <span className={classes.actions}>
      {fork && row.role === "assistant" && (
        <Button
          size="compact-xs"
          leftSection={<IconGitFork size={14} aria-hidden="true" />}
          aria-label={t("call.fork", { time })}
          title={t("call.fork", { time })}
          onClick={() => fork(index)}
        >
          {t("call.forkShort")}
        </Button>
      )}
      <ActionIcon
        size={24}
        aria-label={t("call.copyLink", { time })}
        title={t("call.copyLink", { time })}
        onClick={() => void copy(linkTo(row.startMs))}
      >
        <Copied size={14} aria-hidden="true" />
      </ActionIcon>
      {test && row.role === "assistant" && (
        <ActionIcon
          size={24}
          aria-label={t("call.testUntil", { time })}
          title={t("call.testUntil", { time })}
          onClick={() => test(row)}
        >
          <IconFlask size={14} aria-hidden="true" />
        </ActionIcon>
      )}
    </span>
  );
}

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
    <span className={classes.said} onClick={(event) => seekTo(event.target)}>
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
