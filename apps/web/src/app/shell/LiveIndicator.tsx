import { Tooltip, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../realtime/realtime-context.tsx";
import classes from "./live-indicator.module.css";

/**
 * Whether the screens show at once what others change. A word beside a dot, or the dot alone where there is no room; says nothing while
 * the data is another host's, which the rail says already.
 */
export function LiveIndicator({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useTranslation();
  const state = useRealtimeState();
  if (state === "off") return isCompact ? <span className={classes.compact} /> : null;
  const word = t(`realtime.${state}`);
  return (
    <Tooltip label={t(`realtime.${state}What`)} multiline w={240} events={{ hover: true, focus: true, touch: true }}>
      <span className={isCompact ? classes.compact : classes.indicator} data-state={state}>
        <i className={classes.dot} aria-hidden="true" />
        {isCompact ? <VisuallyHidden>{word}</VisuallyHidden> : word}
        <VisuallyHidden>{`. ${t(`realtime.${state}What`)}`}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
