import type { ReactNode } from "react";
import classes from "./line.module.css";

interface LineProps {
  icon: ReactNode;
  label: string;
  /** Quiet words below. */
  more?: ReactNode;
  children: ReactNode;
}

/** One promise of a dialog: what it is about, and what holds. Stands in a `dl`. */
export function Line({ icon, label, more, children }: LineProps) {
  return (
    <div className={classes.line}>
      <dt>
        <span aria-hidden="true">{icon}</span>
        {label}
      </dt>
      <dd className="num">
        {children}
        {more !== undefined && more !== "" && <span>{more}</span>}
      </dd>
    </div>
  );
}
