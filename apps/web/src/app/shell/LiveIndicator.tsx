import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../../data/realtime/realtime-context.tsx";
import classes from "./live-indicator.module.css";

/**
 * State of the live connection: a dot and a word. On narrow screens the word is shown only if there is a problem. Hidden while the data
 * is on another host, which `HostNotice` shows.
 */
export function LiveIndicator({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation();
  const state = useRealtimeState();
  if (state === "off") return isCompact ? <span className={classes.compact} /> : null;
  const word = t(`realtime.${state}`);
  const what = t(`realtime.${state}What`);
  return (
    <span className={isCompact ? classes.compact : classes.indicator} data-state={state} title={what}>
      <i className={classes.dot} aria-hidden="true" />
      {isCompact && state === "live" ? <VisuallyHidden>{word}</VisuallyHidden> : <span>{word}</span>}
      <VisuallyHidden>{`. ${what}`}</VisuallyHidden>
    </span>
  );
}
