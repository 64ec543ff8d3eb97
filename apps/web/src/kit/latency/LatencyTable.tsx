import { useTranslation } from "react-i18next";
import css from "./latency.module.css";
import { type WaitPart, waitOf } from "./wait-parts.ts";

/** The parts of one wait as a table, each with what it means. */
export function LatencyTable({ parts }: { parts: readonly WaitPart[] }) {
  const { t } = useTranslation();
  return (
    <table className={`${css.table} num`}>
      <tbody>
        {parts.map(({ name, ms }) => (
          <tr key={name}>
            <td>
              <span className={`${css.swatch} ${css[name]}`} />
            </td>
            <th scope="row">{t(`latency.segment.${name}`)}</th>
            <td className={css.meaning}>{t(`latency.meaning.${name}`)}</td>
            <td>{t("latency.ms", { value: ms.toLocaleString() })}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row" colSpan={2}>
            {t("latency.total")}
          </th>
          <td>{t("latency.ms", { value: waitOf(parts).toLocaleString() })}</td>
        </tr>
      </tfoot>
    </table>
  );
}
