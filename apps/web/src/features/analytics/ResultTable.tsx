import { useTranslation } from "react-i18next";
import { Scroller } from "../../kit/Scroller.tsx";
import classes from "./analytics.module.css";
import type { ResultRow } from "./chart-data.ts";

/** More rows are for a program, which has the API. */
const SHOWN_ROWS = 500;

interface ResultTableProps {
  rows: readonly ResultRow[];
  columns: readonly { id: string; title: string; isNumeric: boolean; text: (value: unknown) => string }[];
}

export function ResultTable({ rows, columns }: ResultTableProps) {
  const { t } = useTranslation();
  const count = rows.length;
  return (
    <>
      <p className={classes.dim} role="status">
        {count > SHOWN_ROWS ? t("analytics.rowsShown", { shown: String(SHOWN_ROWS), count }) : t("analytics.rows", { count })}
      </p>
      <Scroller as="section" className={classes.scroller} aria-label={t("analytics.resultTable")}>
        <table className={classes.table} aria-label={t("analytics.resultTable")}>
          <thead>
            <tr>
              {columns.map(({ id, title, isNumeric }) => (
                <th key={id} scope="col" data-numeric={isNumeric || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_ROWS).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={index}>
                {columns.map(({ id, isNumeric, text }) => (
                  <td key={id} data-numeric={isNumeric || undefined}>
                    {text(row[id])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}
