import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PathCanvas } from "../../../kit/canvas/PathCanvas.tsx";
import type { Running } from "../../../kit/canvas/running.ts";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { drawGraph } from "../graph/drawn-graph.ts";
import { graphOf } from "../graph/edit-graph.ts";
import { identifyNodes, NO_NODES } from "../graph/node-ids.ts";

interface WorkflowPathProps {
  workflow: Readonly<Record<string, unknown>>;
  running: Running;
  onPlay: ((name: string) => void) | undefined;
}

const NO_PROBLEMS = [] as const;

/** The path that a call took through a workflow. */
export function WorkflowPath({ workflow, running, onPlay }: WorkflowPathProps) {
  const { t } = useTranslation();
  const graph = useMemo(() => graphOf(workflow), [workflow]);
  const drawing = useMemo(
    () =>
      graph &&
      drawGraph({ graph, shared: workflow, ids: identifyNodes(NO_NODES, graph.nodes).ids, problems: NO_PROBLEMS, running, t }),
    [graph, workflow, running, t],
  );
  if (!graph || !drawing) return <EmptyNote title={t("workflows.notDrawable")} body={t("workflows.notDrawableBody")} />;
  return (
    <PathCanvas
      label={t("workflows.canvas")}
      {...drawing}
      running={running}
      onPlay={onPlay && ((index) => onPlay(graph.nodes[index]?.name ?? ""))}
    />
  );
}
