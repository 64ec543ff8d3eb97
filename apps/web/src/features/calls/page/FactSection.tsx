import type { ReactNode } from "react";
import classes from "./facts.module.css";

interface FactSectionProps {
  title: string;
  /** A number beside the title. */
  figure?: ReactNode;
  children: ReactNode;
}

/** A group of facts about a call. */
export function FactSection({ title, figure, children }: FactSectionProps) {
  return (
    <section aria-label={title} className={classes.section}>
      <div className={classes.factHead}>
        <h2>{title}</h2>
        {figure && <span className="num">{figure}</span>}
      </div>
      {children}
    </section>
  );
}
