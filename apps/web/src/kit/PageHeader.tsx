import { ActionIcon } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: string;
  /** The title is a name in code, as that of a tool. */
  isCode?: boolean | undefined;
  /** A link to the list this page belongs to. */
  parent?: ReactNode;
  /** Takes a new name, which is edited in place of the title. */
  onRename?: ((name: string) => void) | undefined;
  /** State pills, ids and quiet text beside the title; under it on phones. */
  children?: ReactNode;
  /** Quiet actions at the end: the problem count, a menu. They stay beside the title on phones. */
  actions?: ReactNode;
  /** The main actions, at the very end. On phones they are a bar at the bottom of the page. */
  main?: ReactNode;
}

/** The bar on top of every page, with its one h1. Also names the browser's tab. */
export function PageHeader({ title, isCode, parent, onRename, children, actions, main }: PageHeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={classes.bar}>
      <title>{`${title} · ${t("app.name")}`}</title>
      {parent && <span className={classes.parent}>{parent}</span>}
      <div className={classes.name} data-code={isCode || undefined}>
        {onRename ? <EditedTitle title={title} onRename={onRename} /> : <h1 className={classes.title}>{title}</h1>}
      </div>
      {children && <div className={classes.state}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
      {main && (
        <div className={classes.main} data-dock>
          {main}
        </div>
      )}
    </header>
  );
}

/** A title that becomes a field. Enter and a click elsewhere take the name, Escape keeps the old one; after a key, the focus is on the pencil. */
function EditedTitle({ title, onRename }: { title: string; onRename: (name: string) => void }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  // A field that disappears with the focus on it would report a blur.
  const isDone = useRef(false);
  const start = () => {
    isDone.current = false;
    setEditing(true);
  };
  const finish = (typed: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    const name = typed?.trim() ?? "";
    if (name !== "" && name !== title) onRename(name);
    setEditing(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    finish(event.key === "Enter" ? event.currentTarget.value : undefined);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  if (isEditing)
    return (
      <h1 className={classes.title}>
        <input
          ref={selectAll}
          className={classes.input}
          aria-label={t("header.name")}
          defaultValue={title}
          onBlur={(event) => finish(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </h1>
    );
  return (
    <>
      <h1 className={classes.title} title={title}>
        {title}
      </h1>
      <ActionIcon ref={pencil} size={24} className={classes.pencil ?? ""} aria-label={t("header.rename")} onClick={start}>
        <IconPencil size={14} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}

function selectAll(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}
