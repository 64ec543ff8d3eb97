import { type ReactNode, useId } from "react";
import classes from "./account.module.css";

interface AccountSectionProps {
  title: string;
  /** A sentence under the title. */
  note?: string;
  children: ReactNode;
}

/** A section of the account page, with a heading. */
export function AccountSection({ title, note, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {children}
    </section>
  );
}
