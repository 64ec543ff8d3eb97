import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import { SelectableTable } from "../../resource/list/SelectableTable.tsx";
import table from "../../resource/list/table.module.css";
import { clockTime } from "../talk/clock-time.ts";
import type { CallRow } from "./call-rows.ts";
import classes from "./call-table.module.css";
import { usePrewarmCall } from "./use-prewarm-call.ts";

const COLUMNS = ["started", "assistant", "status", "duration", "ended", "latency"] as const;

interface Props {
  rows: readonly CallRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** The reader has come near the end of the rows. */
  onNearEnd: () => void;
}

export function CallTable({ rows, selected, onSelect, onNearEnd }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const prewarm = usePrewarmCall();
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  return (
    <SelectableTable
      label={t("calls.title")}
      rows={rows}
      selected={selected}
      onSelect={onSelect}
      onNearEnd={onNearEnd}
      onPoint={prewarm}
      words={{
        selectAll: t("calls.selectAll"),
        select: ({ startedAt }) => t("calls.select", { time: format.dateTimeSeconds(startedAt) }),
      }}
      head={COLUMNS.map((column) => (
        <th key={column} scope="col" className={classes[column]}>
          {t(`calls.column.${column}`)}
        </th>
      ))}
      cells={(row) => (
        <>
          <td className={classes.started}>
            <Link to="/calls/$id" params={{ id: row.id }} className={table.link}>
              <time dateTime={row.startedAt} title={format.utc(row.startedAt)}>
                {isNarrow ? format.dayTime(row.startedAt) : format.dateTimeSeconds(row.startedAt)}
              </time>
            </Link>
          </td>
          <td className={classes.assistant}>
            {row.status !== "ended" && (
              <span className={classes.running}>
                <i className={classes.dot} data-status={row.status} />
                <VisuallyHidden>{`${t(`calls.status.${row.status}`)}: `}</VisuallyHidden>
              </span>
            )}
            {row.assistant ?? t("calls.unnamedAssistant")}
            {row.name && <span className={classes.name}> · {row.name}</span>}
          </td>
          <td className={classes.status}>
            <i className={classes.dot} data-status={row.status} />
            {t(`calls.status.${row.status}`)}
          </td>
          <td className={`${classes.duration} num`}>{row.durationMs === undefined ? "–" : clockTime(row.durationMs)}</td>
          <td className={classes.ended} title={row.ended}>
            {row.ended}
          </td>
          <td className={`${classes.latency} num`}>
            {row.waitMs === undefined ? "–" : t("latency.ms", { value: row.waitMs.toLocaleString() })}
          </td>
        </>
      )}
    />
  );
}
