import { type ReactNode, useId } from "react";
import classes from "./assistant-tab.module.css";

/** One of the three cards: model, voice, transcriber. `note` says honestly what the choice means. */
export function SettingCard({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.cardTitle}>
        {title}
      </h2>
      {children}
      {note && <p className={classes.note}>{note}</p>}
    </section>
  );
}
