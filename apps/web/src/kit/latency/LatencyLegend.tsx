import { TURN_SEGMENTS } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import css from "./latency.module.css";
import type { WaitPart } from "./wait-parts.ts";

/** What each color of a latency bar means; with `parts`, those and their milliseconds. */
export function LatencyLegend({ parts }: { parts?: readonly WaitPart[] }) {
  const { t } = useTranslation();
  const entries = parts ?? TURN_SEGMENTS.map((name) => ({ name, ms: undefined }));
  return (
    <ul className={`${css.legend} num`} aria-label={t("talk.legend")}>
      {entries.map(({ name, ms }) => (
        <li key={name}>
          <span className={`${css.swatch} ${css[name]}`} />
          {t(`latency.segment.${name}`)}
          {ms !== undefined && <span className={css.value}>{ms.toLocaleString()}</span>}
        </li>
      ))}
    </ul>
  );
}
