import { useState } from "react";
import { useTranslation } from "react-i18next";
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
  /** Plays the part of a node, which was clicked, or pressed with Enter. Absent: there is no recording. */
  onPlay: ((index: number) => void) | undefined;
}

const NOTHING: Selected = new Set();

/** The path of a conversation on a canvas that cannot be edited. */
export function PathCanvas({ label, nodes, edges, running, onPlay }: PathCanvasProps) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState(NOTHING);
  return (
    <div className={classes.path}>
      {onPlay && <p className={classes.start}>{t("canvas.pathHint")}</p>}
      <RunVariables variables={running.variables} />
      <div className={classes.pathCanvas}>
        <FlowCanvas
          label={label}
          nodes={nodes}
          edges={edges}
          selected={selected}
          onSelect={setSelected}
          {...(onPlay && { onOpen: (id: string) => onPlay(nodes.findIndex((node) => node.id === id)) })}
          focus={undefined}
          isReadOnly
        />
      </div>
    </div>
  );
}
