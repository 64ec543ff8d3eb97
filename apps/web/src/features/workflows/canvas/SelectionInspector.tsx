import { useTranslation } from "react-i18next";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { Inspector } from "../../../kit/canvas/Inspector.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import type { CanvasRun, RunStart } from "../../canvas-run/use-canvas-run.ts";
import { NodeInspector } from "./NodeInspector.tsx";
import type { GraphEditor } from "./use-graph-editor.ts";
import { CreateWorkflow, type WorkflowEdge } from "@callwright/contract";
import { Textarea } from "@mantine/core";
import { useMemo } from "react";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { NameChoice, NameChoices } from "../../../resource/form/NameChoice.tsx";
import { isFields } from "../../../resource/form/union.ts";
import { useControl } from "../../../resource/form/use-control.ts";
import { edgeId, edgeLabel } from "../graph/drawn-graph.ts";
import { EDGE_MAIN_FIELDS } from "../workflow-fields.ts";

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

const PARTS = { "edges.from": NameChoice, "edges.to": NameChoice, "edges.condition": Condition };

/** The form of one edge: its ends and its condition. */
function EdgeInspector({ editor, edge, index, ...form }: SelectionProps & { edge: WorkflowEdge; index: number }) {
  const { t } = useTranslation();
  const { isReadOnly } = form;
  const { nodes } = editor.graph;
  const names = useMemo(() => [...new Set(nodes.map(({ name }) => name))], [nodes]);
  return (
    <Inspector
      title={`${edge.from} → ${edge.to}`}
      remove={
        isReadOnly
          ? undefined
          : { label: t("workflows.removeEdge", { name: edgeLabel(edge, t) }), run: () => editor.remove(new Set([edgeId(index)])) }
      }
      onClose={editor.clear}
    >
      <NameChoices value={names}>
        <FormPart
          schema={CreateWorkflow}
          path={["edges", index]}
          texts={form.texts}
          value={edge}
          onChange={(value) => editor.replaceEdge(index, value as WorkflowEdge)}
          problems={form.problems}
          isStored={form.isStored}
          isReadOnly={isReadOnly}
          support={form.support}
          mainFields={EDGE_MAIN_FIELDS}
          parts={PARTS}
        />
      </NameChoices>
    </Inspector>
  );
}

/** Most conditions are one sentence. An empty one is removed, so that the edge is always taken. */
function Condition(field: FieldProps) {
  const control = useControl(field);
  const prompt = isFields(field.value) && typeof field.value.prompt === "string" ? field.value.prompt : "";
  return (
    <div data-path={[...field.path, "prompt"].join(".")}>
      <Textarea
        {...control}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={1000}
        value={prompt}
        onChange={(event) => {
          const text = event.currentTarget.value;
          field.onChange(text === "" ? undefined : { type: "ai", prompt: text });
        }}
      />
    </div>
  );
}
