import { useState } from "react";
import classes from "./canvas-frame.module.css";
import type { CanvasEdge, CanvasNode } from "./canvas-parts.ts";
import { FlowCanvas } from "./FlowCanvas.tsx";
import { RunVariables } from "./RunVariables.tsx";
import type { Running } from "./running.ts";
import type { Selected } from "./use-card-nodes.ts";

interface PathCanvasProps {
  label: string;
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  running: Running;
  /** A node was chosen, by click or key. */
  onOpen: (title: string) => void;
}

const NOTHING: Selected = new Set();

/** The path of a conversation on a canvas that cannot be edited. */
export function PathCanvas({ label, nodes, edges, running, onOpen }: PathCanvasProps) {
  const [selected, setSelected] = useState(NOTHING);
  const select = (change: (before: Selected) => Selected) => {
    const next = change(selected);
    if (next === selected) return;
    setSelected(next);
    const chosen = nodes.find(({ id }) => next.has(id) && !selected.has(id));
    if (chosen) onOpen(chosen.title);
  };
  return (
    <div className={classes.path}>
      <RunVariables variables={running.variables} />
      <div className={classes.pathCanvas}>
        <FlowCanvas
          label={label}
          nodes={nodes}
          edges={edges}
          selected={selected}
          onSelect={select}
          focus={undefined}
          isReadOnly
        />
      </div>
    </div>
  );
}
