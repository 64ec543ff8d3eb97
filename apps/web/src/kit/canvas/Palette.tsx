import { UnstyledButton } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { Panel } from "@xyflow/react";
import classes from "./canvas-frame.module.css";
import { DRAGGED_KIND } from "./FlowCanvas.tsx";

interface PaletteProps {
  title: string;
  entries: readonly { kind: string; label: string; icon: Icon }[];
  /** A press adds a node where there is room. */
  onAdd: (kind: string) => void;
}

/** What can be added to a canvas: by dragging it to a place, or by pressing it. */
export function Palette({ title, entries, onAdd }: PaletteProps) {
  return (
    <Panel position="top-left">
      <section className={classes.palette} aria-label={title}>
        <h2>{title}</h2>
        {entries.map(({ kind, label, icon: Icon }) => (
          <UnstyledButton
            key={kind}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED_KIND, kind);
              event.dataTransfer.effectAllowed = "copy";
            }}
            onClick={() => onAdd(kind)}
          >
            <Icon size={15} aria-hidden="true" />
            {label}
          </UnstyledButton>
        ))}
      </section>
    </Panel>
  );
}
