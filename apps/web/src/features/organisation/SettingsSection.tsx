import type { ReactNode } from "react";
import classes from "./organisation.module.css";

/** A part of a page of settings, under its own heading. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}
