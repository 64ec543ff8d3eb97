import type { ReactNode } from "react";
import classes from "./pill.module.css";

interface PillProps {
  /** The meaning of its color: neutral, current, a warning, a failure. */
  kind?: "plain" | "accent" | "warn" | "bad";
  children: ReactNode;
}

/** A short fact about the page's thing: its version, the state of its draft. */
export function Pill({ kind = "plain", children }: PillProps) {
  return (
    <span className={classes.pill} data-kind={kind}>
      {children}
    </span>
  );
}
