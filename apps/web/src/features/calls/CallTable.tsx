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

/** The list as a table that draws only the rows in view. A table by its roles, since virtual rows need a layout of their own. */
export function CallTable({ rows, selected, onSelect, onNearEnd }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_VIEW,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
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
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are placed by themselves cannot be a <table> */}
      <div role="table" aria-label={t("calls.title")} aria-rowcount={rows.length + 1}>
        <div role="rowgroup" className={classes.head}>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div role="row" aria-rowindex={1} className={classes.row} tabIndex={-1}>
            <span role="columnheader" className={classes.check}>
              <Checkbox
                size="xs"
                aria-label={t("calls.selectAll")}
                checked={isAllSelected}
                indeterminate={!isAllSelected && rows.some(({ id }) => selected.has(id))}
                onChange={() => onSelect(new Set(isAllSelected ? [] : rows.map(({ id }) => id)))}
              />
            </span>
            {COLUMNS.map((column) => (
              <span key={column} role="columnheader" className={classes[column]}>
                {t(`calls.column.${column}`)}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            return (
              row && (
                <TableRow
                  key={key}
                  row={row}
                  index={index}
                  top={start}
                  isSelected={selected.has(row.id)}
                  onToggle={() => toggle(row.id)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowProps {
  row: CallRow;
  index: number;
  /** Distance from the top of the list, in pixels. */
  top: number;
  isSelected: boolean;
  onToggle: () => void;
}

function TableRow({ row, index, top, isSelected, onToggle }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const time = format.dateTime(row.startedAt);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={-1}
      className={classes.row}
      data-selected={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" className={classes.check}>
        <Checkbox size="xs" aria-label={t("calls.select", { time })} checked={isSelected} onChange={onToggle} />
      </span>
      <span role="cell" className={classes.started}>
        <Link to="/calls/$id" params={{ id: row.id }} className={classes.link}>
          <time dateTime={row.startedAt} title={format.utc(row.startedAt)}>
            {time}
          </time>
        </Link>
      </span>
      <span role="cell" className={classes.assistant}>
        {row.assistant ?? t("calls.unnamedAssistant")}
      </span>
      <span role="cell" className={classes.status}>
        <i className={classes.dot} data-status={row.status} />
        {t(`calls.status.${row.status}`)}
      </span>
      <span role="cell" className={`${classes.duration} num`}>
        {row.durationMs === undefined ? "–" : clockTime(row.durationMs)}
      </span>
      <span role="cell" className={classes.ended} title={row.ended}>
        {row.ended}
      </span>
      <span role="cell" className={`${classes.latency} num`}>
        {row.waitMs === undefined ? "–" : t("latency.ms", { value: row.waitMs.toLocaleString() })}
      </span>
    </div>
  );
}
