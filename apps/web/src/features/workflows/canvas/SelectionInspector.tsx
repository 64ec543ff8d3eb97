import { CreateWorkflow, isFields, type WorkflowEdge, type WorkflowNode } from "@callwright/contract";
import { Input, Menu, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconArrowRight } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { ConnectSelect } from "../../../kit/canvas/ConnectSelect.tsx";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { Inspector, InspectorPart } from "../../../kit/canvas/Inspector.tsx";
import { useTyped } from "../../../kit/use-typed.ts";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { NameChoice, NameChoices } from "../../../resource/form/NameChoice.tsx";
import { useControl } from "../../../resource/form/use-control.ts";
import { problemAt } from "../../../resource/problems.ts";
import { TemplateField } from "../../../resource/variables/TemplateField.tsx";
import { AnswersWith } from "../../canvas-run/AnswersWith.tsx";
import { RunHere } from "../../canvas-run/StartButton.tsx";
import type { CanvasRun, RunStart } from "../../canvas-run/use-canvas-run.ts";
import { conditionOf, edgeId, edgeLabel, KIND_ICONS } from "../graph/drawn-graph.ts";
import type { Graph } from "../graph/edit-graph.ts";
import { kindOf } from "../graph/node-kinds.ts";
import { EDGE_MAIN_FIELDS, NODE_MAIN_FIELDS } from "../workflow-fields.ts";
import type { GraphEditor } from "./use-graph-editor.ts";
import { Variables } from "./Variables.tsx";

interface SelectionProps extends CanvasProps {
  editor: GraphEditor;
  run: CanvasRun;
  onStart: (start: RunStart) => void;
  /** Variables that have a value in the workflow. */
  known: readonly string[];
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
    const remove = <Menu.Item onClick={() => editor.remove(editor.selected)}>{t("canvas.removeAll")}</Menu.Item>;
    return (
      <Inspector title={t("canvas.several", { count })} menu={!isReadOnly && remove} onClose={editor.clear}>
        <InspectorPart>
          <p className={classes.note}>{t("workflows.severalHint")}</p>
        </InspectorPart>
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
  const remove = <Menu.Item onClick={() => editor.remove(new Set([edgeId(index)]))}>{label}</Menu.Item>;
  return (
    <Inspector title={`${edge.from} → ${edge.to}`} icon={IconArrowRight} menu={!isReadOnly && remove} onClose={editor.clear}>
      <InspectorPart>
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
      </InspectorPart>
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

/** Fields with a place of their own in the inspector. */
const OWN_PLACES = ["name", "prompt", "model", "voice", "transcriber", "metadata.position"].map((field) => `nodes.${field}`);
/** Of a step that speaks, what it keeps has a place of its own, too. */
const SPOKEN_PLACES = [...OWN_PLACES, "nodes.variableExtractionPlan"];

interface NodeProps extends SelectionProps {
  node: WorkflowNode;
  index: number;
}

/** One node: what it does, what it keeps, where it goes on, and who answers. */
function NodeInspector(props: NodeProps) {
  const { editor, run, onStart, node, index, ...form } = props;
  const { t } = useTranslation();
  const { isReadOnly, problems } = form;
  const shown = useMemo(() => withoutPlace(node), [node]);
  const write = (value: unknown) => {
    const next = value as WorkflowNode;
    const position = node.metadata?.position;
    editor.replace(index, position === undefined ? next : { ...next, metadata: { ...next.metadata, position } });
  };
  const whole = problems.find(({ path }) => path === `nodes.${index}`)?.message;
  const remove = (
    <Menu.Item onClick={() => editor.remove(new Set([editor.drawing.nodes[index]?.id ?? ""]))}>
      {t("workflows.removeNode", { name: node.name })}
    </Menu.Item>
  );
  const isSpoken = node.type === "conversation";
  const others = (
    <FormPart
      {...form}
      schema={CreateWorkflow}
      path={["nodes", index]}
      value={shown}
      onChange={write}
      mainFields={NODE_MAIN_FIELDS}
      omitted={isSpoken ? SPOKEN_PLACES : OWN_PLACES}
    />
  );
  return (
    <Inspector
      title={node.name}
      icon={KIND_ICONS[kindOf(node)]}
      name={
        <NodeName
          node={node}
          index={index}
          graph={editor.graph}
          isReadOnly={isReadOnly}
          onRename={(name) => editor.replace(index, { ...node, name })}
        />
      }
      menu={!isReadOnly && remove}
      onClose={editor.clear}
      foot={<RunHere run={run} startAt={node.name} onStart={onStart} />}
    >
      <InspectorPart {...(!isSpoken && { title: t("workflows.does") })}>
        {whole !== undefined && <Input.Error>{whole}</Input.Error>}
        {isSpoken ? <Prompt {...props} node={node} onChange={write} /> : others}
      </InspectorPart>
      {isSpoken && (
        <Variables
          plan={node.variableExtractionPlan}
          isReadOnly={isReadOnly}
          isAsked
          onChange={(plan) => {
            const { variableExtractionPlan: _, ...rest } = node;
            write(plan ? { ...rest, variableExtractionPlan: plan } : rest);
          }}
        />
      )}
      {node.type !== "hangup" && <Ways editor={editor} node={node} isReadOnly={isReadOnly} />}
      {isSpoken && (
        <AnswersWith
          own={node}
          shared={form.object}
          path={`nodes.${index}`}
          problems={problems}
          isReadOnly={isReadOnly}
          onChange={(part, value) => {
            const { [part]: _, ...rest } = node;
            write(value === undefined ? rest : { ...rest, [part]: value });
          }}
          form={(part) => (
            <FormPart
              {...form}
              schema={CreateWorkflow}
              path={["nodes", index, part]}
              value={node[part]}
              onChange={(value) => write({ ...node, [part]: value })}
            />
          )}
        />
      )}
      {isSpoken && <InspectorPart title={t("workflows.more")}>{others}</InspectorPart>}
    </Inspector>
  );
}

/** The form does not show the place on the canvas: it changes by moving the node. */
function withoutPlace({ metadata, ...node }: WorkflowNode) {
  const { position: _, ...others } = metadata ?? {};
  return Object.keys(others).length > 0 ? { ...node, metadata: others } : node;
}

interface PromptProps extends Omit<NodeProps, "node" | "onChange"> {
  node: Extract<WorkflowNode, { type: "conversation" }>;
  onChange: (next: WorkflowNode) => void;
}

/** What a step says and asks. */
function Prompt({ node, index, known, problems, isReadOnly, onChange }: PromptProps) {
  const { t } = useTranslation();
  const { prompt = "" } = node;
  const path = `nodes.${index}.prompt`;
  // The problems of the workflow name the variables that nothing sets.
  const sources = useMemo(() => ({ remembered: Object.fromEntries(known.map((name) => [name, name])), ofTools: [] }), [known]);
  const { prompt: _, ...rest } = node;
  if (isReadOnly) return <Textarea label={t("workflows.does")} autosize minRows={3} disabled value={prompt} />;
  return (
    <div data-path={path}>
      <TemplateField
        name={path}
        label={t("workflows.does")}
        minRows={3}
        value={prompt}
        error={problemAt(problems, path)}
        known={known}
        sources={sources}
        onChange={(text) => onChange(text === "" ? rest : { ...node, prompt: text })}
      />
    </div>
  );
}

/** The edges that leave a node. By keyboard, this is how nodes are connected. */
function Ways({ editor, node, isReadOnly }: Pick<SelectionProps, "editor" | "isReadOnly"> & { node: WorkflowNode }) {
  const { t } = useTranslation();
  const { nodes, edges } = editor.graph;
  const ways = edges.flatMap((edge, index) => (edge.from === node.name ? [{ edge, index }] : []));
  const names = [...new Set(nodes.map(({ name }) => name))];
  const leadsNowhere = (
    <span className={classes.warn}>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {t("workflows.nowhere")}
    </span>
  );
  return (
    <InspectorPart title={t("workflows.ways")}>
      <ul className={classes.rows}>
        {ways.map(({ edge, index }) => (
          <li key={edgeId(index)}>
            <UnstyledButton className={classes.line ?? ""} onClick={() => editor.find(edgeId(index))}>
              <span className={classes.what}>
                {conditionOf(edge) || t("workflows.always")}
                <small>{decisionOf(edge)}</small>
              </span>
              {names.includes(edge.to) ? (
                <>
                  <IconArrowRight size={14} aria-hidden="true" />
                  <span className={classes.quiet}>{edge.to}</span>
                </>
              ) : (
                leadsNowhere
              )}
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
      {ways.length === 0 && leadsNowhere}
      {!isReadOnly && (
        <ConnectSelect
          label={t("workflows.connect")}
          data={names}
          onConnect={(to) => editor.connect(editor.idOf(node.name) ?? "", editor.idOf(to) ?? "")}
        />
      )}
    </InspectorPart>
  );

  function decisionOf(edge: WorkflowEdge): string {
    const condition = conditionOf(edge);
    if (condition === "") return t("workflows.decides.nobody");
    return t(/\{[{%]/.test(condition) ? "workflows.decides.value" : "workflows.decides.model");
  }
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
    <div className={classes.name} data-path={`nodes.${index}.name`}>
      <TextInput
        aria-label={t("resource.name")}
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
