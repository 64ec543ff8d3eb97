import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../CrossButton.tsx";
import { useReturnedFocus } from "../use-returned-focus.ts";
import classes from "./canvas-frame.module.css";

interface InspectorProps {
  title: string;
  /** The button that removes the selected node or edge. Absent: it cannot be removed. */
  remove?: { label: string; run: () => void } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** On a phone, it covers the list in which the node was selected. Elsewhere, the focused control may have been in the previous form. */
function takeFocus(heading: HTMLElement | null) {
  const isLost = document.activeElement === document.body;
  if (isLost || window.matchMedia("(max-width: 600px)").matches) heading?.focus();
}

/** The form of the selected node or edge of a canvas. */
export function Inspector({ title, remove, onClose, children }: InspectorProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  return (
    <section className={classes.side} aria-label={t("canvas.inspector")} data-own-keys>
      <div className={classes.sideHead}>
        <h2 ref={takeFocus} tabIndex={-1}>
          {title}
        </h2>
        {remove && (
          <ActionIcon aria-label={remove.label} onClick={remove.run}>
            <IconTrash size={15} aria-hidden="true" />
          </ActionIcon>
        )}
        <CrossButton iconSize={15} aria-label={t("canvas.close")} onClick={onClose} />
      </div>
      <div className={classes.stack}>{children}</div>
    </section>
  );
}
