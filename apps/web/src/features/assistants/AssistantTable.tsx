import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../app/use-format.ts";
import { type AssistantRow, SORT_COLUMNS, type SortColumn } from "./assistant-rows.ts";
import classes from "./assistant-table.module.css";
import { SortHeader } from "./SortHeader.tsx";

const VirtualRows = lazy(async () => ({ default: (await import("./VirtualRows.tsx")).VirtualRows }));

/** Up to here every row is drawn; what draws only those in view is loaded for longer lists. */
const ALL_DRAWN_ROWS = 100;

interface AssistantTableProps {
  rows: readonly AssistantRow[];
  sort: SortColumn | `-${SortColumn}`;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** The list as a table. Of a long one only the rows in view are there. */
export function AssistantTable({ rows, sort, selected, onSelect }: AssistantTableProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [nowMs] = useState(Date.now);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const frame = (from: number, to: number): ReactNode => (
    <table className={classes.table} aria-label={t("assistants.title")} aria-rowcount={rows.length + 1}>
      <TableHead rows={rows} sort={sort} selected={selected} onSelect={onSelect} />
      <tbody className={classes.body}>
        {rows.slice(from, to).map((row, index) => (
          <TableRow
            key={row.id}
            row={row}
            rowIndex={from + index + 2}
            nowMs={nowMs}
            selected={selected.has(row.id)}
            onToggle={() => toggle(row.id)}
          />
        ))}
      </tbody>
    </table>
  );
  return (
    <div ref={scroller} className={classes.scroller}>
      {rows.length <= ALL_DRAWN_ROWS ? (
        frame(0, rows.length)
      ) : (
        <Suspense fallback={frame(0, ALL_DRAWN_ROWS)}>
          <VirtualRows count={rows.length} scroller={scroller} draw={frame} />
        </Suspense>
      )}
    </div>
  );
}

function TableHead({ rows, sort, selected, onSelect }: AssistantTableProps) {
  const { t } = useTranslation();
  const allSelected = rows.every(({ id }) => selected.has(id));
  return (
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
