import { PERSONALITIES } from "@callwright/contract";
import { type CSSProperties, type KeyboardEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import { Scroller } from "../../kit/Scroller.tsx";
import { callerIcon } from "./gallery-icons.ts";
import classes from "./matrix.module.css";
import { callerKey, type MatrixTable, type TableCell, type TableRow } from "./matrix-table.ts";
import { percent } from "./percent.ts";

interface MatrixProps {
  table: MatrixTable;
  /** The open cell's key. */
  open: string | undefined;
  onOpen: (key: string) => void;
}

/** Scenarios by callers: the number of passes of each pair. A phone shows a card for each scenario. */
export function Matrix({ table, open, onOpen }: MatrixProps) {
  const { t } = useTranslation();
  return (
    <Scroller className={classes.scroller} role="group" aria-label={t("simulations.matrix.label")}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              {t("simulations.matrix.passesOf", { count: table.seeds })}
            </th>
            {table.callers.map((caller) => (
              <CallerHead key={callerKey(caller)} name={caller.name} galleryKey={caller.key} />
            ))}
            <th scope="col" className={classes.sum}>
              {t("simulations.matrix.all")}
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveByArrow}>
          {table.rows.map((row) => (
            <Row
              key={row.scenario.id}
              row={row}
              callers={table.callers}
              open={row.cells.some((cell) => cell?.key === open) ? open : undefined}
              onOpen={onOpen}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("simulations.matrix.allTests")}</th>
            {table.sums.map((sum, at) => (
              <td key={callerKey(table.callers[at] ?? { name: String(at) })} className={classes.total}>
                {percent(sum)}
              </td>
            ))}
            <td className={classes.sum}>{percent(table.sum)}</td>
          </tr>
        </tfoot>
      </table>
      <p className={classes.legend}>
        <span>
          {[10, 35, 60, 85].map((share) => (
            <i key={share} className={classes.swatch} style={shaded(share / 100)} />
          ))}
          {t("simulations.matrix.moreFailures")}
        </span>
        <span>
          <i className={classes.swatch} data-unstable /> {t("simulations.matrix.unstableLegend")}
        </span>
        <span>{t("simulations.matrix.changeLegend")}</span>
      </p>
    </Scroller>
  );
}

function CallerHead({ name, galleryKey }: { name: string; galleryKey: string | undefined }) {
  const CallerIcon = callerIcon(PERSONALITIES.find(({ key }) => key === galleryKey)?.icon);
  return (
    <th scope="col" className={classes.caller}>
      <CallerIcon size={16} aria-hidden="true" />
      <span>{name}</span>
    </th>
  );
}

interface RowProps {
  row: TableRow;
  callers: MatrixTable["callers"];
  open: string | undefined;
  onOpen: (key: string) => void;
}

/** Drawn again only if its own cells change: a table may have hundreds of cells. */
const Row = memo(function Row({ row, callers, open, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { scenario, cells, sum } = row;
  return (
    <tr>
      <th scope="row" className={classes.scenario} title={scenario.name}>
        {scenario.name}
      </th>
      {cells.map((cell, at) => {
        const { name = "" } = callers[at] ?? {};
        return (
          <td key={callerKey(callers[at] ?? { name: String(at) })} data-caller={name}>
            {cell && <CellButton cell={cell} isOpen={cell.key === open} onOpen={onOpen} />}
          </td>
        );
      })}
      <td className={classes.sum} data-caller={t("simulations.matrix.all")}>
        {percent(sum)}
      </td>
    </tr>
  );
}, isSameRow);

/** The table is made again with each result; most of its rows stay the same. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  if (before.open !== after.open || before.onOpen !== after.onOpen) return false;
  return before.row === after.row || JSON.stringify(before.row) === JSON.stringify(after.row);
}

function CellButton({ cell, isOpen, onOpen }: { cell: TableCell; isOpen: boolean; onOpen: (key: string) => void }) {
  const { t } = useTranslation();
  const { key, passed, failed, total, open, isUnstable, scenario, caller, change, before } = cell;
  const hasChanged = !isUnstable && change !== undefined && change !== "no difference";
  const note = isUnstable
    ? t("simulations.matrix.unstable")
    : hasChanged
      ? t("simulations.matrix.from", { count: before?.passed ?? 0 })
      : open > 0
        ? t("simulations.matrix.open", { count: open })
        : undefined;
  return (
    <button
      type="button"
      className={classes.cell}
      style={shaded(total === 0 ? 0 : failed / total)}
      data-perfect={(failed === 0 && !hasChanged) || undefined}
      data-unstable={isUnstable || undefined}
      data-open={isOpen || undefined}
      aria-pressed={isOpen}
      id={`cell-${key}`}
      onClick={() => onOpen(key)}
    >
      <span className="visually-hidden">
        {scenario.name}, {caller.name}:
      </span>
      <span>{total === 0 ? "–" : passed}</span>
      <span className="visually-hidden">
        {[
          t("simulations.matrix.ofPassed", { total: String(total) }),
          hasChanged && `${t(`simulations.change.${change}`)} ${note}`,
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
      {note !== undefined && (
        <small aria-hidden="true">
          {hasChanged && (
            <span data-change={change} aria-hidden="true">
              {change === "better" ? "▲" : "▼"}
            </span>
          )}
          {note}
        </small>
      )}
    </button>
  );
}

/** The share of failures, for the color. */
const shaded = (misses: number) => ({ "--misses": misses }) as CSSProperties;

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The arrow keys move between cells. */
function moveByArrow(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest("td");
  const row = cell?.closest("tr");
  if (!step || !cell || !row) return;
  const rows = [...event.currentTarget.rows];
  const to = rows[rows.indexOf(row) + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector("button");
  if (!to) return;
  event.preventDefault();
  to.focus();
}
