import { Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, lazy, type KeyboardEvent as ReactKeyboardEvent, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSingleKeys } from "../use-single-keys.ts";
import classes from "./table.module.css";

const VirtualRows = lazy(async () => ({ default: (await import("./VirtualRows.tsx")).VirtualRows }));

/** Shorter lists are drawn whole. Longer lists load the code that draws only the rows in view. */
const ALL_DRAWN_ROWS = 100;
/** Rows drawn until that code is loaded: more than a screen shows. */
const FIRST_ROWS = 50;
/** `aria-rowindex` counts from 1, and the head is a row. */
const FIRST_ROW_INDEX = 2;

export interface Column<Row> {
  id: string;
  label: string;
  /** The label is for screen readers only, for example above a menu. */
  isLabelHidden?: boolean;
  /** The head is a link that sorts the list by `id`. */
  isSortable?: boolean;
  /** The first click sorts the largest first. */
  isLargestFirst?: boolean;
  /** The cells are the heads of their rows. */
  isRowHeader?: boolean;
  /** Class of the head and of every cell. */
  className?: string | undefined;
  /** A CSS length. Default: columns share the rest. */
  width?: string | undefined;
  /** Tooltip of a cell, for text that may be cut off. */
  title?: (row: Row) => string | undefined;
  /** Controls that take the row's `tabIndex` make the list one tab stop: the arrow keys move between rows. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode;
}

interface Selection<Row> {
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** Names of the check boxes. */
  words: { selectAll: string; select: (row: Row) => string };
}

interface DataTableProps<Row extends { id: string }> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** `list` fills the page and scrolls; `plain` is a few rows among other content. Default: list. */
  kind?: "list" | "plain";
  /** Adds a column of check boxes. */
  selection?: Selection<Row>;
  /** The list's order: a column's id, with `-` in front for descending. */
  sort?: string | undefined;
  /** Every row has this height. Default: that of a list. */
  rowHeightPx?: number;
  className?: string | undefined;
  /** A CSS module with classes of the `table`, of columns by their ids, and of `actions`. */
  styles?: Readonly<Record<string, string>>;
  /** Buttons or a menu at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  isDisabled?: (row: Row) => boolean;
  onNearEnd?: (() => void) | undefined;
  /** The mouse or the focus is on a row: the reader may open it next. */
  onPoint?: (row: Row) => void;
}

/** A table of rows with optional sorting, selection and virtual rows. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { rows, kind = "list", rowHeightPx, onNearEnd } = props;
  // A state, not a ref: the virtual rows are drawn before a ref is set and must be drawn again afterwards.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [focusedId, setFocusedId] = useState<string>();
  useSingleKeys((event) => {
    if (kind === "list" && scroller && scroller === document.querySelector("[data-list]")) pressListKey(event, scroller, props);
  });
  const frame = (from: number, to: number) => (
    <Frame {...props} kind={kind} from={from} to={to} focusedId={focusedId} onFocus={setFocusedId} />
  );
  if (kind === "plain") return frame(0, rows.length);
  return (
    <div ref={setScroller} className={classes.scroller} data-list>
      {rows.length < ALL_DRAWN_ROWS ? (
        frame(0, rows.length)
      ) : (
        <Suspense fallback={frame(0, FIRST_ROWS)}>
          <VirtualRows
            // A new height discards the positions that were computed with the old one.
            key={rowHeightPx}
            count={rows.length}
            rowHeightPx={rowHeightPx}
            scroller={scroller}
            draw={frame}
            hadFocus={focusedId !== undefined}
            onNearEnd={onNearEnd}
          />
        </Suspense>
      )}
    </div>
  );
}

interface FrameProps<Row extends { id: string }> extends DataTableProps<Row> {
  kind: "list" | "plain";
  from: number;
  to: number;
  focusedId: string | undefined;
  onFocus: (id: string) => void;
}

/** The table with the rows from one index up to another. */
function Frame<Row extends { id: string }>(props: FrameProps<Row>) {
  const { t } = useTranslation();
  const {
    label,
    rows,
    kind,
    selection,
    sort,
    styles = {},
    className = styles.table ?? "",
    actions,
    isDisabled,
    onPoint,
    from,
    to,
    focusedId,
    onFocus,
  } = props;
  const last = actions && { id: "actions", label: t("resource.actions"), isLabelHidden: true, cell: actions };
  const columns = [...props.columns, ...(last ? [last] : [])].map((column) => ({ className: styles[column.id], ...column }));
  const drawn = rows.slice(from, to);
  const tabStopId = drawn.some(({ id }) => id === focusedId) ? focusedId : drawn[0]?.id;
  const isList = kind === "list";
  const kindClass = isList ? `${classes.table} ${selection ? "" : classes.indented}` : classes.plain;
  return (
    <table className={`${kindClass} ${className}`} aria-label={label} aria-rowcount={rows.length + 1}>
      <thead className={isList ? classes.head : undefined}>
        <tr aria-rowindex={1}>
          {selection && <SelectAll rows={rows} {...selection} />}
          {columns.map((column) => (
            <Head key={column.id} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody className={isList ? classes.body : undefined} onKeyDown={pressRowKey}>
        {drawn.map((row, index) => {
          const tabIndex = row.id === tabStopId ? 0 : -1;
          return (
            <tr
              key={row.id}
              aria-rowindex={from + index + FIRST_ROW_INDEX}
              className={isList ? classes.row : undefined}
              data-selected={selection?.selected.has(row.id) || undefined}
              data-disabled={isDisabled?.(row) || undefined}
              onMouseEnter={() => onPoint?.(row)}
              onFocus={() => {
                onFocus(row.id);
                onPoint?.(row);
              }}
            >
              {selection && <SelectRow row={row} tabIndex={tabIndex} {...selection} />}
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} tabIndex={tabIndex} />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The head of a column. A click on a sortable one sorts the list; a second click reverses the order. */
function Head<Row>({ column, sort }: { column: Column<Row>; sort: string | undefined }) {
  const { t } = useTranslation();
  const { id, label, isLabelHidden, isSortable, isLargestFirst = false, className, width } = column;
  const direction = sort === id ? "ascending" : sort === `-${id}` ? "descending" : "none";
  const Arrow = direction === "ascending" ? IconArrowUp : IconArrowDown;
  const isNextDescending = direction === "ascending" || (isLargestFirst && direction === "none");
  const next = isNextDescending ? `-${id}` : id;
  const text = isLabelHidden ? <span className="visually-hidden">{label}</span> : label;
  return (
    <th
      scope="col"
      aria-sort={isSortable ? direction : undefined}
      className={className}
      style={width === undefined ? {} : ({ "--column-width": width } as CSSProperties)}
    >
      {isSortable ? (
        <Link
          to="."
          search={(previous: object) => ({ ...previous, sort: next })}
          replace
          className={classes.sort}
          title={t("resource.sortBy", { column: label })}
        >
          {label}
          {direction !== "none" && <Arrow size={13} aria-hidden="true" />}
        </Link>
      ) : (
        text
      )}
    </th>
  );
}

function Cell<Row>({ column, row, tabIndex }: { column: Column<Row>; row: Row; tabIndex: 0 | -1 }) {
  const content = { className: column.className, title: column.title?.(row), children: column.cell(row, tabIndex) };
  return column.isRowHeader ? <th scope="row" {...content} /> : <td {...content} />;
}

function SelectAll<Row extends { id: string }>({ rows, selected, onSelect, words }: Selection<Row> & { rows: readonly Row[] }) {
  const isAllSelected = rows.every(({ id }) => selected.has(id));
  return (
    <th scope="col" className={classes.check}>
      <Checkbox
        size="xs"
        aria-label={words.selectAll}
        checked={isAllSelected}
        indeterminate={!isAllSelected && rows.some(({ id }) => selected.has(id))}
        onChange={() => onSelect(new Set(isAllSelected ? [] : rows.map(({ id }) => id)))}
      />
    </th>
  );
}

interface SelectRowProps<Row> extends Selection<Row> {
  row: Row;
  tabIndex: 0 | -1;
}

function SelectRow<Row extends { id: string }>({ row, tabIndex, selected, onSelect, words }: SelectRowProps<Row>) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(row.id)) next.add(row.id);
    onSelect(next);
  };
  return (
    <td className={classes.check}>
      <Checkbox size="xs" aria-label={words.select(row)} checked={selected.has(row.id)} onChange={toggle} tabIndex={tabIndex} />
    </td>
  );
}

/** Single keys of a list: j and k go to the next and the previous row, x selects it, and a dot opens its menu. */
function pressListKey<Row extends { id: string }>(
  event: KeyboardEvent,
  list: HTMLElement,
  { rows, selection }: Pick<DataTableProps<Row>, "rows" | "selection">,
): void {
  const drawn = [...list.querySelectorAll<HTMLElement>("tbody tr")];
  const row = document.activeElement?.closest<HTMLElement>("tbody tr");
  const place = row ? drawn.indexOf(row) : -1;
  const controlOf = (each: HTMLElement | undefined, selector: string) => each?.querySelector<HTMLElement>(selector);
  if (event.key === "j" || event.key === "k") {
    const first = drawn.findIndex((each) => controlOf(each, "[tabindex='0']"));
    const next = drawn[place < 0 ? Math.max(0, first) : place + (event.key === "j" ? 1 : -1)];
    const control = controlOf(next, "a, button");
    if (!control) return;
    control.focus();
    next?.scrollIntoView({ block: "nearest" });
  } else if (event.key === "x" && row && place >= 0 && selection) {
    const id = rows[Number(row.getAttribute("aria-rowindex")) - FIRST_ROW_INDEX]?.id;
    if (id === undefined) return;
    const next = new Set(selection.selected);
    if (!next.delete(id)) next.add(id);
    selection.onSelect(next);
  } else if (event.key === "." && row && place >= 0) {
    controlOf(row, "[aria-haspopup='menu'], td:last-child button")?.click();
  } else return;
  event.preventDefault();
}

/** The up and down keys go to the same control of the row above or below. Enter opens a row, also from its check box. */
function pressRowKey(event: ReactKeyboardEvent<HTMLTableSectionElement>): void {
  const { key, target, currentTarget } = event;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement) || target.getAttribute("aria-expanded") === "true") return;
  const cell = target.closest("td");
  const row = cell?.closest("tr");
  // React also passes on events of the row's menus and dialogs, which are elsewhere in the document.
  if (!cell || !row || !currentTarget.contains(row)) return;
  if (key === "Enter" && target instanceof HTMLInputElement) row.querySelector("a")?.click();
  const next = key === "ArrowDown" ? row.nextElementSibling : key === "ArrowUp" ? row.previousElementSibling : null;
  const control = next?.children[cell.cellIndex]?.querySelector<HTMLElement>("a, button, input");
  if (!next || !control) return;
  event.preventDefault();
  control.focus();
  next.scrollIntoView({ block: "nearest" });
}
