import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import { clockTime } from "../talk/clock-time.ts";
import type { CallRow } from "./call-rows.ts";
import classes from "./call-table.module.css";

const ROW_HEIGHT_PX = 36;
const ROWS_BEYOND_VIEW = 12;
const COLUMNS = ["started", "assistant", "status", "duration", "ended", "latency"] as const;

interface Props {
  rows: readonly CallRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** The reader has come near the end of the rows. */
  onNearEnd: () => void;
}

/** The list as a table that draws only the rows in view; padding stands for the others. */
export function CallTable({ rows, selected, onSelect, onNearEnd }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_VIEW,
  });
  const drawn = virtual.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastDrawn >= rows.length - 1) onNearEnd();
  }, [lastDrawn, rows.length, onNearEnd]);
  const isAllSelected = rows.every(({ id }) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <div ref={scroller} className={classes.scroller}>
      <div style={{ paddingTop: drawn[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0) }}>
        <table className={classes.table} aria-label={t("calls.title")} aria-rowcount={rows.length + 1}>
          <thead className={classes.head}>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={t("calls.selectAll")}
                  checked={isAllSelected}
                  indeterminate={!isAllSelected && rows.some(({ id }) => selected.has(id))}
                  onChange={() => onSelect(new Set(isAllSelected ? [] : rows.map(({ id }) => id)))}
                />
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={classes[column]}>
                  {t(`calls.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes.body}>
            {drawn.map(({ index }) => {
              const row = rows[index];
              if (!row) return null;
              return (
                <TableRow
                  key={row.id}
                  row={row}
                  rowIndex={index + 2}
                  isSelected={selected.has(row.id)}
                  onToggle={() => toggle(row.id)}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps {
  row: CallRow;
  /** 1-based, the head included. */
  rowIndex: number;
  isSelected: boolean;
  onToggle: () => void;
}

function TableRow({ row, rowIndex, isSelected, onToggle }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const time = format.dateTimeSeconds(row.startedAt);
  return (
    <tr aria-rowindex={rowIndex} className={classes.row} data-selected={isSelected || undefined}>
      <td className={classes.check}>
        <Checkbox size="xs" aria-label={t("calls.select", { time })} checked={isSelected} onChange={onToggle} />
      </td>
      <td className={classes.started}>
        <Link to="/calls/$id" params={{ id: row.id }} className={classes.link}>
          <time dateTime={row.startedAt} title={format.utc(row.startedAt)}>
            {time}
          </time>
        </Link>
      </td>
      <td className={classes.assistant}>
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
    </tr>
  );
}
