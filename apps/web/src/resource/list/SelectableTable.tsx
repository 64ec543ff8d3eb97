import { Checkbox } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import classes from "./table.module.css";

const VirtualRows = lazy(async () => ({ default: (await import("./VirtualRows.tsx")).VirtualRows }));

/** Below this every row is drawn; what draws only those in view is loaded for longer lists. */
const ALL_DRAWN_ROWS = 100;
/** Until that is loaded: more than a screen shows. */
const FIRST_ROWS = 50;

interface SelectableTableProps<Row extends { id: string }> {
  label: string;
  rows: readonly Row[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  words: { selectAll: string; select: (row: Row) => string };
  /** The `th` of every column but the first, which holds the check boxes. */
  head: ReactNode;
  /** The `td` of the same columns. */
  cells: (row: Row) => ReactNode;
  onNearEnd?: (() => void) | undefined;
  /** Somebody points to a row, with the mouse or the keyboard, and may open it next. */
  onPoint?: (row: Row) => void;
}

/** A list as a table whose rows can be chosen. Of a long one only the rows in view are there. */
export function SelectableTable<Row extends { id: string }>(props: SelectableTableProps<Row>) {
  const { label, rows, selected, onSelect, words, head, cells, onNearEnd, onPoint } = props;
  // A state and no ref: what is inside is drawn before a ref would be set, and would not be told of it.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isAllSelected = rows.every(({ id }) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const frame = (from: number, to: number): ReactNode => (
    <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
      <thead className={classes.head}>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes.check}>
            <Checkbox
              size="xs"
              aria-label={words.selectAll}
              checked={isAllSelected}
              indeterminate={!isAllSelected && rows.some(({ id }) => selected.has(id))}
              onChange={() => onSelect(new Set(isAllSelected ? [] : rows.map(({ id }) => id)))}
            />
          </th>
          {head}
        </tr>
      </thead>
      <tbody className={classes.body}>
        {rows.slice(from, to).map((row, index) => (
          <tr
            key={row.id}
            aria-rowindex={from + index + 2}
            className={classes.row}
            data-selected={selected.has(row.id) || undefined}
            onMouseEnter={() => onPoint?.(row)}
            onFocus={() => onPoint?.(row)}
          >
            <td className={classes.check}>
              <Checkbox size="xs" aria-label={words.select(row)} checked={selected.has(row.id)} onChange={() => toggle(row.id)} />
            </td>
            {cells(row)}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <div ref={setScroller} className={classes.scroller}>
      {rows.length < ALL_DRAWN_ROWS ? (
        frame(0, rows.length)
      ) : (
        <Suspense fallback={frame(0, FIRST_ROWS)}>
          <VirtualRows count={rows.length} scroller={scroller} draw={frame} onNearEnd={onNearEnd} />
        </Suspense>
      )}
    </div>
  );
}
