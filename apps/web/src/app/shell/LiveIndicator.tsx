import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../realtime/realtime-context.tsx";
import classes from "./live-indicator.module.css";

/**
 * Whether the screens show at once what others change: a dot and a word. Where there is little room, the word is seen only when something
 * is the matter. Nothing while the data is another host's, which the rail says already.
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
