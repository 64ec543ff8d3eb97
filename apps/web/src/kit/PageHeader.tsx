import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  /** A link to the list this page belongs to. */
  parent?: ReactNode;
  /** Pills and ids beside the title. */
  children?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
}

/** The bar on top of every page, with its one h1. Also names the browser's tab. */
export function PageHeader({ title, parent, children, actions }: PageHeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={classes.bar}>
      <title>{`${title} · ${t("app.name")}`}</title>
      {parent && <span className={classes.parent}>{parent} /</span>}
      <h1 className={classes.title}>{title}</h1>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
