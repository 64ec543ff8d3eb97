import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import { type AssistantRow, SORT_COLUMNS, type SortColumn } from "./assistant-rows.ts";
import classes from "./assistant-table.module.css";
import { SortHeader } from "./SortHeader.tsx";

const ROW_HEIGHT_PX = 36;
const ROWS_BEYOND_VIEW = 12;

interface AssistantTableProps {
  rows: readonly AssistantRow[];
  sort: SortColumn | `-${SortColumn}`;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** The list as a table that holds only the rows in view; space above and below stands for the others. */
export function AssistantTable({ rows, sort, selected, onSelect }: AssistantTableProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [nowMs] = useState(Date.now);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_VIEW,
  });
  const drawn = virtual.getVirtualItems();
  const allSelected = rows.every(({ id }) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };

  return (
    <div ref={scroller} className={classes.scroller}>
      <div style={{ paddingTop: drawn[0]?.start ?? 0, paddingBottom: virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0) }}>
        <table className={classes.table} aria-label={t("assistants.title")} aria-rowcount={rows.length + 1}>
          <thead className={classes.head}>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={t("assistants.selectAll")}
                  checked={allSelected}
                  indeterminate={!allSelected && rows.some(({ id }) => selected.has(id))}
                  onChange={() => onSelect(new Set(allSelected ? [] : rows.map(({ id }) => id)))}
                />
              </th>
              {SORT_COLUMNS.map((column) => (
                <SortHeader key={column} column={column} sort={sort} className={classes[column] ?? ""} />
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
                  nowMs={nowMs}
                  selected={selected.has(row.id)}
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

interface TableRowProps {
  row: AssistantRow;
  /** 1-based, the head included. */
  rowIndex: number;
  nowMs: number;
  selected: boolean;
  onToggle: () => void;
}

function TableRow({ row, rowIndex, nowMs, selected, onToggle }: TableRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr aria-rowindex={rowIndex} className={classes.row} data-selected={selected || undefined}>
      <td className={classes.check}>
        <Checkbox size="xs" aria-label={t("assistants.select", { name: row.name })} checked={selected} onChange={onToggle} />
      </td>
      <td className={classes.name}>
        <Link to="/assistants/$id" params={{ id: row.id }} className={classes.link}>
          {row.name}
        </Link>
      </td>
      <td className={classes.model}>{row.model}</td>
      <td className={classes.voice}>{row.voice}</td>
      <td className={classes.updated}>
        <time dateTime={row.updatedAt} title={format.utc(row.updatedAt)}>
          {format.age(row.updatedAt, nowMs)}
        </time>
      </td>
    </tr>
  );
}
