import { useMediaQuery } from "@mantine/hooks";
import { IconApi, IconPhoneIncoming, IconPhoneOutgoing, IconWorld } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePrewarm } from "../../../data/realtime/use-prewarm.ts";
import { clockTime } from "../../../kit/clock-time.ts";
import { Instant } from "../../../kit/Instant.tsx";
import { PrivacyPill } from "../../../kit/PrivacyPill.tsx";
import { type Column, DataTable } from "../../../kit/table/DataTable.tsx";
import table from "../../../kit/table/table.module.css";
import { useFormat } from "../../../kit/use-format.ts";
import { CALL_COLUMNS, CALL_SORTS, type CallColumn, type CallSorting, DEFAULT_ORDER } from "../call-list-search.ts";
import type { CallRow } from "../call-rows.ts";
import classes from "../call-table.module.css";
import pill from "./result-pill.module.css";
import { type Snippet, snippetOf } from "./snippet.ts";
import { useThrough } from "./use-through.ts";

/** Of rows with a snippet, and of rows on a narrow screen, without and with one. */
const HEIGHTS_PX = { plain: 36, snippet: 52, narrow: 60, narrowSnippet: 100 };

interface Props {
  rows: readonly CallRow[];
  selected: ReadonlySet<string>;
  /** Absent: no rows are selected. */
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** The reader has scrolled near the end. */
  onNearEnd: () => void;
  columns: readonly CallColumn[];
  sort: CallSorting | undefined;
  /** Words whose place in the transcript each row shows. */
  words: string | undefined;
}

export function CallTable({ rows, selected, onSelect, onNearEnd, columns, sort = DEFAULT_ORDER, words }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const prewarm = usePrewarmCall();
  const throughOf = useThrough(rows);
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const who = (row: CallRow, tabIndex: 0 | -1): ReactNode => (
    <>
      <TypeIcon type={row.type} />
      <Link to="/calls/$id" params={{ id: row.id }} className={`${table.link} ${classes.link}`} tabIndex={tabIndex}>
        <Who row={row} />
      </Link>
      {isNarrow && (
        <span className={classes.aside}>
          <Instant iso={row.startsAt ?? row.startedAt}>{format.dayTime(row.startsAt ?? row.startedAt)}</Instant>
          <ResultPill result={row.result} status={row.status} />
        </span>
      )}
      {words !== undefined && <FoundWords row={row} words={words} />}
    </>
  );
  const cells: Record<CallColumn, Column<CallRow>["cell"]> = {
    assistant: ({ assistant, version, name, compliance }) => (
      <>
        {assistant ?? t("calls.unnamedAssistant")}
        {version && <small> {version.replace(/^v/, "")}</small>}
        {name && <span> · {name}</span>} <PrivacyPill plan={compliance} />
      </>
    ),
    through: throughOf,
    started: ({ startedAt, startsAt = startedAt }) => <Instant iso={startsAt}>{format.dayTime(startsAt)}</Instant>,
    duration: ({ durationMs }) => (durationMs === undefined ? "–" : clockTime(durationMs)),
    result: ({ result, status }) => <ResultPill result={result} status={status} />,
    ended: ({ ended }) => ended,
    success: ({ success }) => <Success value={success} />,
    latency: ({ waitMs }) => (waitMs === undefined ? "–" : t("latency.ms", { value: waitMs.toLocaleString() })),
    cost: ({ cost }) => cost,
  };
  const titles: Partial<Record<CallColumn, Column<CallRow>["title"]>> = {
    assistant: ({ assistant, name }) => [assistant, name].filter(Boolean).join(" · "),
    ended: ({ ended }) => ended,
    result: ({ ended }) => ended,
  };
  const shown = isNarrow ? [] : CALL_COLUMNS.filter((column) => columns.includes(column));
  const rowHeightPx = HEIGHTS_PX[isNarrow ? (words ? "narrowSnippet" : "narrow") : words ? "snippet" : "plain"];
  return (
    <DataTable
      label={t("calls.title")}
      className={`${classes.table} ${isNarrow ? classes.narrow : ""} ${words ? classes.found : ""}`}
      rows={rows}
      rowHeightPx={rowHeightPx}
      sort={onSelect && sort}
      columns={[
        { id: "who", label: t("calls.column.who"), className: classes.who, cell: who },
        ...shown.map((column) => ({
          id: column,
          label: t(`calls.column.${column}`),
          className: classes[column],
          isSortable: onSelect !== undefined && column in CALL_SORTS,
          isLargestFirst: true,
          cell: cells[column],
          title: titles[column],
        })),
      ]}
      {...(onSelect && {
        selection: {
          selected,
          onSelect,
          words: {
            selectAll: t("calls.selectAll"),
            select: ({ startedAt }: CallRow) => t("calls.select", { time: format.dateTimeSeconds(startedAt) }),
          },
        },
      })}
      onNearEnd={onNearEnd}
      onPoint={prewarm}
    />
  );
}

const ICONS = {
  inboundPhoneCall: IconPhoneIncoming,
  outboundPhoneCall: IconPhoneOutgoing,
  webCall: IconWorld,
  "vapi.websocketCall": IconApi,
};

/** How the call came about: the direction of a phone call, or a page. */
export function TypeIcon({ type }: Pick<CallRow, "type">) {
  const { t } = useTranslation();
  const Icon = ICONS[type];
  return <Icon className={classes.type} size={16} role="img" aria-label={t(`call.type.${type}`)} />;
}

/** Name and number of the customer. The name is cut before the number. */
export function Who({ row }: { row: Pick<CallRow, "customerName" | "customerNumber" | "type"> }) {
  const { t } = useTranslation();
  const { customerName, customerNumber, type } = row;
  if (customerName === undefined && customerNumber === undefined)
    return <span className={classes.name}>{t(`calls.caller.${type}`)}</span>;
  return (
    <>
      {customerName !== undefined && (
        <span className={classes.name} title={customerName}>
          {customerName}
        </span>
      )}
      {customerNumber !== undefined && (
        <span className={customerName === undefined ? classes.onlyNumber : classes.number}>{customerNumber}</span>
      )}
    </>
  );
}

/** What became of a call, as a dot and a word; the state of one that runs. */
function ResultPill({ result, status }: Pick<CallRow, "result" | "status">) {
  const { t } = useTranslation();
  return (
    <span className={pill.pill} data-kind={result?.kind ?? status}>
      <i aria-hidden="true" />
      <span>{result ? (result.value ?? t(`calls.result.${result.word}`)) : t(`calls.status.${status}`)}</span>
    </span>
  );
}

/** Where the words were said. The time opens the call there. */
function FoundWords({ row, words }: { row: CallRow; words: string }) {
  const { t } = useTranslation();
  const snippet = snippetOf(row.messages, words);
  if (!snippet) return null;
  const { seconds, role, more } = snippet;
  const time = clockTime(seconds * 1000);
  return (
    <span className={classes.snippet}>
      <Link to="/calls/$id" params={{ id: row.id }} search={{ t: seconds }} aria-label={t("calls.openAt", { time })}>
        {time}
      </Link>
      <span>{role === "user" ? (row.customerName ?? t("call.customer")) : (row.assistant ?? t("calls.unnamedAssistant"))}</span>
      <Text snippet={snippet} />
      {more > 0 && <span>{t("calls.morePlaces", { count: more })}</span>}
    </span>
  );
}

function Text({ snippet: { before, found, after } }: { snippet: Snippet }) {
  return (
    <q>
      {before}
      <mark>{found}</mark>
      {after}
    </q>
  );
}

/** The success evaluation of a call: pass and fail in words, values of other rubrics as they are. */
function Success({ value }: { value: string | undefined }) {
  const { t } = useTranslation();
  if (value === undefined) return "–";
  return value === "true" || value === "false" ? t(`calls.succeeded.${value}`) : value;
}

/** Subscribes to a running call under the mouse or focus, so that its page shows the transcript at once. */
function usePrewarmCall(): (row: Pick<CallRow, "id" | "status">) => void {
  const prewarmLastEvent = usePrewarm("calls:lastEvent");
  const prewarmPartialLines = usePrewarm("calls:partialLines");
  return ({ id, status }) => {
    if (status === "ended") return;
    for (const prewarm of [prewarmLastEvent, prewarmPartialLines]) prewarm({ id });
  };
}
