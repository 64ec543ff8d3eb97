import type { Call } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import type { CallResult } from "./call-result.ts";
import classes from "./result-pill.module.css";

/** What became of a call, as a dot and a word; the state of one that runs. */
export function ResultPill({ result, status }: { result: CallResult | undefined; status: Call["status"] }) {
  const { t } = useTranslation();
  return (
    <span className={classes.pill} data-kind={result?.kind ?? status}>
      <i aria-hidden="true" />
      <span>{result ? (result.value ?? t(`calls.result.${result.word}`)) : t(`calls.status.${status}`)}</span>
    </span>
  );
}
