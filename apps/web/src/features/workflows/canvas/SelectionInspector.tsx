import { useTranslation } from "react-i18next";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { Inspector } from "../../../kit/canvas/Inspector.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import type { CanvasRun, RunStart } from "../../canvas-run/use-canvas-run.ts";
import { EdgeInspector } from "./EdgeInspector.tsx";
import { NodeInspector } from "./NodeInspector.tsx";
import type { GraphEditor } from "./use-graph-editor.ts";

export interface SelectionProps extends CanvasProps {
  editor: GraphEditor;
  run: CanvasRun;
  onStart: (start: RunStart) => void;
}

/** The form of the selected node or edge. Hidden while there is no selection. */
export function SelectionInspector(props: SelectionProps) {
  const { t } = useTranslation();
  const { editor, isReadOnly } = props;
  const { chosen, graph } = editor;
  const [nodeIndex] = chosen.nodes;
  const [edgeIndex] = chosen.edges;
  const count = chosen.nodes.size + chosen.edges.size;
  if (count === 0) return null;
  if (count > 1) {
    const remove = { label: t("canvas.removeAll"), run: () => editor.remove(editor.selected) };
    return (
      <Inspector title={t("canvas.several", { count })} remove={isReadOnly ? undefined : remove} onClose={editor.clear}>
        <p className={classes.note}>{t("workflows.severalHint")}</p>
      </Inspector>
    );
  }
  const node = nodeIndex === undefined ? undefined : graph.nodes[nodeIndex];
  if (node && nodeIndex !== undefined)
    return <NodeInspector key={editor.drawing.nodes[nodeIndex]?.id} {...props} node={node} index={nodeIndex} />;
  const edge = edgeIndex === undefined ? undefined : graph.edges[edgeIndex];
  if (edge && edgeIndex !== undefined) return <EdgeInspector key={edgeIndex} {...props} edge={edge} index={edgeIndex} />;
  return null;
}
