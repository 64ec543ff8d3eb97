import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePrewarm } from "../../../data/realtime/use-prewarm.ts";
import { clockTime } from "../../../kit/clock-time.ts";
import { Instant } from "../../../kit/Instant.tsx";
import { PrivacyPill } from "../../../kit/PrivacyPill.tsx";
import { type Column, DataTable } from "../../../kit/table/DataTable.tsx";
import table from "../../../kit/table/table.module.css";
import { useFormat } from "../../../kit/use-format.ts";
import type { CallRow } from "../call-rows.ts";
import classes from "../call-table.module.css";

const COLUMNS = ["started", "assistant", "customer", "status", "duration", "ended", "success", "latency", "cost"] as const;

interface Props {
  rows: readonly CallRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** The reader has scrolled near the end. */
  onNearEnd: () => void;
}

export function CallTable({ rows, selected, onSelect, onNearEnd }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const prewarm = usePrewarmCall();
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const cells: Record<(typeof COLUMNS)[number], Column<CallRow>["cell"]> = {
    started: ({ id, startedAt }, tabIndex) => (
      <Link to="/calls/$id" params={{ id }} className={table.link} tabIndex={tabIndex}>
        <Instant iso={startedAt}>{isNarrow ? format.dayTime(startedAt) : format.dateTimeSeconds(startedAt)}</Instant>
      </Link>
    ),
    assistant: ({ status, startsAt, assistant, name, direction, compliance }) => (
      <>
        {status !== "ended" && (
          <span className={classes.running}>
            <i className={classes.dot} data-status={status} />
            <VisuallyHidden>{`${t(`calls.status.${status}`)}: `}</VisuallyHidden>
          </span>
        )}
        {assistant ?? t("calls.unnamedAssistant")}
        {direction && <span className={classes.name}>{` · ${t(`calls.direction.${direction}`)}`}</span>}
        {name && <span className={classes.name}> · {name}</span>}
        {startsAt && <span className={classes.name}>{` · ${t("calls.scheduledFor", { time: format.dayTime(startsAt) })}`}</span>}{" "}
        <PrivacyPill plan={compliance} />
      </>
    ),
    status: ({ status }) => (
      <>
        <i className={classes.dot} data-status={status} />
        {t(`calls.status.${status}`)}
      </>
    ),
    duration: ({ durationMs }) => <span className="num">{durationMs === undefined ? "–" : clockTime(durationMs)}</span>,
    customer: ({ customer }) => customer ?? "–",
    ended: ({ ended }) => ended,
    success: ({ success }) => <Success value={success} />,
    latency: ({ waitMs }) => (
      <span className="num">{waitMs === undefined ? "–" : t("latency.ms", { value: waitMs.toLocaleString() })}</span>
    ),
    cost: ({ cost }) => <span className="num">{cost}</span>,
  };
  return (
    <DataTable
      label={t("calls.title")}
      rows={rows}
      columns={COLUMNS.map((column) => ({
        id: column,
        label: t(`calls.column.${column}`),
        className: classes[column],
        cell: cells[column],
        ...(column === "ended" ? { title: ({ ended }: CallRow) => ended } : {}),
      }))}
      selection={{
        selected,
        onSelect,
        words: {
          selectAll: t("calls.selectAll"),
          select: ({ startedAt }) => t("calls.select", { time: format.dateTimeSeconds(startedAt) }),
        },
      }}
      onNearEnd={onNearEnd}
      onPoint={prewarm}
    />
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
