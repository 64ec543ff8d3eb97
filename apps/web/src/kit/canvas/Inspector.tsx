import { VisuallyHidden } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../CrossButton.tsx";
import { DotsMenu } from "../DotsMenu.tsx";
import { useReturnedFocus } from "../use-returned-focus.ts";
import classes from "./canvas-frame.module.css";

interface InspectorProps {
  title: string;
  icon?: Icon | undefined;
  /** A control that edits the title, in its place. */
  name?: ReactNode;
  /** The items of its menu. */
  menu?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Always in view, at the bottom. */
  foot?: ReactNode;
}

/** On a narrow screen, it covers the list in which the node was selected. Elsewhere, the focused control may have been in the previous form. */
function takeFocus(heading: HTMLElement | null) {
  const isLost = document.activeElement === document.body;
  if (isLost || window.matchMedia("(max-width: 900px)").matches) heading?.focus();
}

/** The form of the selected node or edge of a canvas. */
export function Inspector({ title, icon: Icon, name, menu, onClose, children, foot }: InspectorProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const heading = (
    <h2 ref={takeFocus} tabIndex={-1}>
      {title}
    </h2>
  );
  return (
    <section className={classes.inspector} aria-label={t("canvas.inspector")} data-own-keys>
      <div className={classes.sideHead}>
        {Icon && <Icon size={16} aria-hidden="true" />}
        {name ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
        {name}
        {menu && <DotsMenu aria-label={t("canvas.more")}>{menu}</DotsMenu>}
        <CrossButton className={classes.close ?? ""} iconSize={15} aria-label={t("canvas.close")} onClick={onClose} />
      </div>
      <div className={classes.parts}>{children}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  );
}

interface InspectorPartProps {
  /** Absent: the part names itself. */
  title?: string;
  /** Beside the title. */
  hint?: string | undefined;
  /** At the end of the line of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of an inspector, between hairlines. */
export function InspectorPart({ title, hint, action, children }: InspectorPartProps) {
  const id = useId();
  if (title === undefined) return <div className={classes.part}>{children}</div>;
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.partHead}>
        <h3 id={id}>{title}</h3>
        {hint && <span>{hint}</span>}
        {action}
      </div>
      {children}
    </section>
  );
}
