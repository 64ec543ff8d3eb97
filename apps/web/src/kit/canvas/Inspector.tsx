import { ActionIcon } from "@mantine/core";
import { IconTrash, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./canvas-frame.module.css";

interface InspectorProps {
  title: string;
  /** The button that removes the selected node or edge. Absent: it cannot be removed. */
  remove?: { label: string; run: () => void } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The form of the selected node or edge of a canvas. */
export function Inspector({ title, remove, onClose, children }: InspectorProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The control that changed the selection was in the form before.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section className={classes.side} aria-label={t("canvas.inspector")}>
      <div className={classes.sideHead}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {remove && (
          <ActionIcon aria-label={remove.label} onClick={remove.run}>
            <IconTrash size={15} aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionIcon aria-label={t("canvas.close")} onClick={onClose}>
          <IconX size={15} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={classes.stack}>{children}</div>
    </section>
  );
}
