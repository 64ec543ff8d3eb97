import { useTranslation } from "react-i18next";
import { type WaitPart, waitOf } from "../../../kit/latency/wait-parts.ts";
import { Scroller } from "../../../kit/Scroller.tsx";
import classes from "./facts.module.css";

/** Latency of every answered turn by part, in milliseconds. Unused parts are left out. */
export function WaitedTable({ rows }: { rows: readonly { index: number; parts: readonly WaitPart[] }[] }) {
  const { t } = useTranslation();
  const names = [...new Set(rows.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  return (
    <Scroller className={classes.tableScroll}>
      <table className={`${classes.waitedTable} num`}>
        <thead>
          <tr>
            <th scope="col">{t("call.waitedTurn")}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(`latency.segment.${name}`)}
              </th>
            ))}
            <th scope="col">{t("call.waitedTotal")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ index, parts }) => (
            <tr key={index}>
              <th scope="row">{index}</th>
              {names.map((name) => (
                <td key={name}>{parts.find((part) => part.name === name)?.ms.toLocaleString() ?? "–"}</td>
              ))}
              <td>{waitOf(parts).toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
