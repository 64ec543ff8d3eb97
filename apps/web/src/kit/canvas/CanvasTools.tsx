import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./canvas-frame.module.css";
import type { CanvasNode } from "./canvas-parts.ts";

export type CanvasView = "picture" | "list";

interface CanvasToolsProps {
  /** The field of the name. */
  name: ReactNode;
  nodes: readonly CanvasNode[];
  onFind: (id: string) => void;
  view: CanvasView;
  /** Absent: there is no choice. */
  onView?: ((view: CanvasView) => void) | undefined;
  /** Absent: the layout is fixed. */
  onLayout?: (() => void) | undefined;
  /** More, at the end. */
  children?: ReactNode;
}

/** The tools above a canvas: view, search and layout. */
export function CanvasTools({ name, nodes, onFind, view, onView, onLayout, children }: CanvasToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      {name}
      {onView && (
        <SegmentedControl
          size="xs"
          aria-label={t("canvas.view")}
          data={[
            { value: "picture", label: t("canvas.picture") },
            { value: "list", label: t("canvas.list") },
          ]}
          value={view}
          onChange={(next) => onView(next === "list" ? "list" : "picture")}
        />
      )}
      <Select
        size="xs"
        w={200}
        searchable
        aria-label={t("canvas.find")}
        placeholder={t("canvas.find")}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        nothingFoundMessage={t("canvas.notFound")}
        data={nodes.map(({ id, title, text }) => ({ value: id, label: title === "" ? text : title }))}
        value={null}
        onChange={(id) => id !== null && onFind(id)}
      />
      {onLayout && (
        <Button size="compact-sm" onClick={onLayout}>
          {t("canvas.layout")}
        </Button>
      )}
      <span className={classes.spacer} />
      {children}
    </>
  );
}
