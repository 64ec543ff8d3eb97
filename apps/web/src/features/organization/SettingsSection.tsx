import type { ReactNode } from "react";
import classes from "./organization.module.css";

/** A section of a settings page, with a heading. */
export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}
