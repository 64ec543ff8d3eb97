import { CreateWorkflow, isFields, type WorkflowEdge, type WorkflowNode } from "@callwright/contract";
import { Input, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { ConnectSelect } from "../../../kit/canvas/ConnectSelect.tsx";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { Inspector } from "../../../kit/canvas/Inspector.tsx";
import { useTyped } from "../../../kit/use-typed.ts";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { NameChoice, NameChoices } from "../../../resource/form/NameChoice.tsx";
import { useControl } from "../../../resource/form/use-control.ts";
import { RunButtons } from "../../canvas-run/RunButtons.tsx";
import type { CanvasRun, RunStart } from "../../canvas-run/use-canvas-run.ts";
import { conditionOf, edgeId, edgeLabel } from "../graph/drawn-graph.ts";
import type { Graph } from "../graph/edit-graph.ts";
import { EDGE_MAIN_FIELDS, NODE_MAIN_FIELDS } from "../workflow-fields.ts";
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

const PARTS = { "edges.from": NameChoice, "edges.to": NameChoice, "edges.condition": Condition };

/** The form of one edge: its ends and its condition. */
function EdgeInspector({ editor, edge, index, ...form }: SelectionProps & { edge: WorkflowEdge; index: number }) {
  const { t } = useTranslation();
  const { isReadOnly } = form;
  const { nodes } = editor.graph;
  const names = useMemo(() => [...new Set(nodes.map(({ name }) => name))], [nodes]);
  const label = t("workflows.removeEdge", { name: edgeLabel(edge, t) });
  const remove = { label, run: () => editor.remove(new Set([edgeId(index)])) };
  return (
    <Inspector title={`${edge.from} → ${edge.to}`} remove={isReadOnly ? undefined : remove} onClose={editor.clear}>
      <NameChoices value={names}>
        <FormPart
          {...form}
          schema={CreateWorkflow}
          path={["edges", index]}
          value={edge}
          onChange={(value) => editor.replaceEdge(index, value as WorkflowEdge)}
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

/** The name has a control of its own, because edges follow it. */
const NODE_PARTS = { "nodes.name": () => null };

/** The form of one node, with the edges that leave it. */
function NodeInspector({ editor, run, onStart, node, index, ...form }: SelectionProps & { node: WorkflowNode; index: number }) {
  const { t } = useTranslation();
  const { isReadOnly, problems } = form;
  const shown = useMemo(() => withoutPlace(node), [node]);
  const write = (value: unknown) => {
    const next = value as WorkflowNode;
    const position = node.metadata?.position;
    editor.replace(index, position === undefined ? next : { ...next, metadata: { ...next.metadata, position } });
  };
  const whole = problems.find(({ path }) => path === `nodes.${index}`)?.message;
  const label = t("workflows.removeNode", { name: node.name });
  const remove = { label, run: () => editor.remove(new Set([editor.drawing.nodes[index]?.id ?? ""])) };
  return (
    <Inspector title={node.name} remove={isReadOnly ? undefined : remove} onClose={editor.clear}>
      <div className={classes.starts}>
        <RunButtons run={run} startAt={node.name} onStart={onStart} />
      </div>
      {whole !== undefined && <Input.Error>{whole}</Input.Error>}
      <NodeName
        node={node}
        index={index}
        graph={editor.graph}
        isReadOnly={isReadOnly}
        onRename={(name) => editor.replace(index, { ...node, name })}
      />
      <FormPart
        {...form}
        schema={CreateWorkflow}
        path={["nodes", index]}
        value={shown}
        onChange={write}
        mainFields={NODE_MAIN_FIELDS}
        parts={NODE_PARTS}
      />
      {node.type !== "hangup" && <Ways editor={editor} node={node} isReadOnly={isReadOnly} />}
    </Inspector>
  );
}

/** The form does not show the place on the canvas: it changes by moving the node. */
function withoutPlace({ metadata, ...node }: WorkflowNode) {
  const { position: _, ...others } = metadata ?? {};
  return Object.keys(others).length > 0 ? { ...node, metadata: others } : node;
}

/** The edges that leave a node. By keyboard, this is how nodes are connected. */
function Ways({ editor, node, isReadOnly }: Pick<SelectionProps, "editor" | "isReadOnly"> & { node: WorkflowNode }) {
  const { t } = useTranslation();
  const { nodes, edges } = editor.graph;
  const ways = edges.flatMap((edge, index) => (edge.from === node.name ? [{ edge, index }] : []));
  const names = [...new Set(nodes.map(({ name }) => name))];
  return (
    <Input.Wrapper label={t("workflows.ways")} labelElement="div">
      {ways.length > 0 && (
        <ul className={classes.ways}>
          {ways.map(({ edge, index }) => (
            <li key={edgeId(index)}>
              <UnstyledButton className={classes.way ?? ""} onClick={() => editor.find(edgeId(index))}>
                {edge.to}
                <small>{conditionOf(edge) || t("workflows.always")}</small>
              </UnstyledButton>
              {!isReadOnly && (
                <CrossButton
                  aria-label={t("workflows.removeEdge", { name: edgeLabel(edge, t) })}
                  onClick={() => editor.remove(new Set([edgeId(index)]))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <ConnectSelect
          label={t("workflows.connect")}
          data={names}
          onConnect={(to) => editor.connect(editor.idOf(node.name) ?? "", editor.idOf(to) ?? "")}
        />
      )}
    </Input.Wrapper>
  );
}

interface NodeNameProps {
  node: WorkflowNode;
  index: number;
  graph: Graph;
  isReadOnly: boolean;
  onRename: (name: string) => void;
}

/** The name of a node. It is written when the field is left or Enter is pressed, so that edges never follow half a name. */
function NodeName({ node, index, graph, isReadOnly, onRename }: NodeNameProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useTyped(node.name);
  const name = typed.trim();
  const isTaken = graph.nodes.some((each, place) => place !== index && each.name === name);
  const problem = name === "" ? t("problems.required") : isTaken ? t("workflows.problems.duplicateName", { name }) : undefined;
  const write = () => {
    if (!problem && name !== node.name) onRename(name);
  };
  return (
    <div data-path={`nodes.${index}.name`}>
      <TextInput
        label={t("resource.name")}
        maxLength={80}
        value={typed}
        error={problem}
        disabled={isReadOnly}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={write}
        onKeyDown={(event) => event.key === "Enter" && write()}
      />
    </div>
  );
}
