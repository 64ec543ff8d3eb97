import {
  CreateWorkflow,
  lintWorkflow,
  PLATFORM_VARIABLES,
  type Tool,
  variablesNeededFrom,
  variablesOfNode,
  variablesOfTool,
} from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type Icon, IconPlus } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import type { NextPlace } from "../../../kit/canvas/FlowCanvas.tsx";
import { InspectorPart } from "../../../kit/canvas/Inspector.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { useEndingChange } from "../../../resource/catalog/use-ending-warnings.ts";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import { SchemaForm } from "../../../resource/form/SchemaForm.tsx";
import { readJsonObject } from "../../../resource/json/json-text.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { resourceKeys } from "../../../resource/resource-queries.ts";
import { AnswersWith } from "../../canvas-run/AnswersWith.tsx";
import { JsonLink, TeamCanvas } from "../../canvas-run/TeamCanvas.tsx";
import { type RunStart, useCanvasRun } from "../../canvas-run/use-canvas-run.ts";
import { KIND_ICONS } from "../graph/drawn-graph.ts";
import { type Graph, graphOf } from "../graph/edit-graph.ts";
import { NODE_KINDS, type NodeKind } from "../graph/node-kinds.ts";
import { SelectionInspector } from "./SelectionInspector.tsx";
import { type GraphEditor, useGraphEditor } from "./use-graph-editor.ts";

/** A workflow as nodes and edges. On a phone it begins as a list. */
export function WorkflowCanvas(props: CanvasProps) {
  const { t } = useTranslation();
  const graph = graphOf(props.object);
  if (!graph) return <EmptyNote title={t("workflows.notDrawable")} body={t("workflows.notDrawableBody")} action={<JsonLink />} />;
  return <GraphCanvas {...props} graph={graph} />;
}

function GraphCanvas({ graph, ...props }: CanvasProps & { graph: Graph }) {
  const { t } = useTranslation();
  const { object, entityId, onChange, isReadOnly } = props;
  const run = useCanvasRun();
  const tools = useStoredTools(graph);
  const { problems, unset } = useWorkflowProblems(object, graph, tools, props.problems);
  const endings = useEndingChange(object, isReadOnly);
  const marked = useMemo(() => [...problems, ...endings.warnings], [problems, endings.warnings]);
  const known = useMemo(
    () => [...new Set([...graph.nodes.flatMap(variablesOfNode), ...(tools?.variables ?? []), ...PLATFORM_VARIABLES])],
    [graph.nodes, tools],
  );
  const editor = useGraphEditor({
    graph,
    shared: object,
    toolNames: tools?.names,
    marked,
    running: run.running,
    onChange: (next) => onChange({ ...object, ...next }),
  });
  useClipboard(editor, isReadOnly);
  const name = typeof object.name === "string" && object.name !== "" ? object.name : t("workflows.unnamed");
  const start = (chosen: RunStart) =>
    run.begin(chosen, chosen.startAt === undefined ? unset : variablesNeededFrom({ ...object, ...graph }, chosen.startAt));
  const entries = NODE_KINDS.map((kind) => ({ kind, label: t(`workflows.kinds.${kind}`), icon: KIND_ICONS[kind] }));
  const labelOf = (kind: NodeKind) => t(`workflows.kinds.${kind}`);
  return (
    <TeamCanvas
      {...props}
      problems={problems}
      editor={editor}
      endings={endings}
      labels={{ picture: t("workflows.canvas"), list: t("workflows.list") }}
      run={run}
      onStart={start}
      target={
        entityId !== undefined && !props.isChanged ? { workflow: entityId } : { workflow: { ...object, name }, draftOf: entityId }
      }
      name={name}
      voice={object.voice}
      nameOf={editor.nameOf}
      step={
        editor.selected.size > 0 && (
          <SelectionInspector {...props} problems={problems} editor={editor} run={run} onStart={start} known={known} />
        )
      }
      settings={<WorkflowSettings {...props} problems={problems} />}
      add={<AddNodeMenu entries={entries} onAdd={(kind) => editor.add(kind, labelOf(kind))} />}
      onLayout={editor.layout}
      flow={{
        onMove: editor.move,
        next: (at) => (
          <NextMenu
            at={at}
            entries={entries.filter(({ kind }) => kind !== "global")}
            onAdd={(kind) => editor.add(kind, labelOf(kind), at)}
          />
        ),
      }}
    />
  );
}

/** Fields with a place of their own: on the canvas, and above the form. */
const OWN_PLACES = ["nodes", "edges", "model", "voice", "transcriber"];
const SETTINGS_MAIN_FIELDS = ["globalPrompt"];

/** What all nodes share, with who answers at the top. */
function WorkflowSettings({ object, onChange, ...form }: CanvasProps) {
  const { t } = useTranslation();
  const write = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = object;
    onChange(value === undefined ? rest : { ...object, [name]: value });
  };
  return (
    <>
      <h2 className="visually-hidden">{t("canvas.tabs.settings")}</h2>
      <AnswersWith
        own={object}
        path=""
        problems={form.problems}
        isReadOnly={form.isReadOnly}
        onChange={write}
        form={(part) => (
          <FormPart
            {...form}
            schema={CreateWorkflow}
            path={[part]}
            value={object[part]}
            onChange={(value) => write(part, value)}
          />
        )}
      />
      <InspectorPart>
        <SchemaForm
          {...form}
          schema={CreateWorkflow}
          value={object}
          onChange={(next) => onChange(next as Record<string, unknown>)}
          mainFields={SETTINGS_MAIN_FIELDS}
          omitted={OWN_PLACES}
          isFlush
        />
      </InspectorPart>
      <InspectorPart>
        <JsonLink />
      </InspectorPart>
    </>
  );
}

interface NodeMenuProps {
  entries: readonly { kind: NodeKind; label: string; icon: Icon }[];
  onAdd: (kind: NodeKind) => void;
}

function NodeItems({ entries, onAdd }: NodeMenuProps) {
  return entries.map(({ kind, label, icon: Each }) => (
    <Menu.Item key={kind} leftSection={<Each size={16} aria-hidden="true" />} onClick={() => onAdd(kind)}>
      {label}
    </Menu.Item>
  ));
}

/** Adds a step after the selected one, or where there is room. */
function AddNodeMenu(props: NodeMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden="true" />}>
          {t("workflows.addNode")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <NodeItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Adds the step that follows another one. */
function NextMenu({ at, ...props }: NodeMenuProps & { at: NextPlace }) {
  return (
    <Menu opened onChange={(isOpen) => !isOpen && at.onClose()} position="right-start" returnFocus={false} trapFocus>
      <Menu.Target>
        <span className={classes.anchor} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        <NodeItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Copies selected nodes as JSON text, and pastes them, also from another workflow. Text fields and selected text keep their own copying. */
function useClipboard(editor: GraphEditor, isReadOnly: boolean) {
  useWindowEvent("copy", (event) => {
    if (isText(event.target) || editor.chosen.nodes.size === 0) return;
    event.clipboardData?.setData("text/plain", JSON.stringify(editor.copy()));
    event.preventDefault();
  });
  useWindowEvent("paste", (event) => {
    if (isReadOnly || isText(event.target)) return;
    const parts = partsOf(event.clipboardData?.getData("text/plain") ?? "");
    if (!parts) return;
    event.preventDefault();
    editor.paste(parts);
  });
}

function isText(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
  return isField || getSelection()?.isCollapsed === false;
}

/** Undefined: the text was not copied from a canvas. */
function partsOf(text: string) {
  const read = readJsonObject(text);
  const parts = read.ok ? graphOf(read.value) : undefined;
  return parts && parts.nodes.length > 0 ? parts : undefined;
}

/**
 * What the form shows, and what keeps the workflow from running well. Unknown variables are reported once the
 * stored tools are read; `unset` are their names.
 */
function useWorkflowProblems(
  workflow: Readonly<Record<string, unknown>>,
  graph: Graph,
  tools: StoredTools | undefined,
  shown: readonly ConfigProblem[],
): { problems: readonly ConfigProblem[]; unset: readonly string[] } {
  const { t } = useTranslation();
  const given = tools?.variables;
  const { globalPrompt } = workflow;
  const { nodes, edges } = graph;
  return useMemo(() => {
    const whole = { nodes, edges, ...(typeof globalPrompt === "string" ? { globalPrompt } : {}) };
    const linted = lintWorkflow(whole, given ?? []).filter(({ problem }) => given !== undefined || problem !== "unknownVariable");
    const found = linted.filter(({ path }) => !shown.some((problem) => problem.path === path));
    return {
      problems: [
        ...shown,
        ...found.map(({ path, problem, name }) => ({ path, message: t(`workflows.problems.${problem}`, { name }) })),
      ],
      unset: [...new Set(linted.flatMap(({ problem, name }) => (problem === "unknownVariable" ? [name] : [])))],
    };
  }, [nodes, edges, globalPrompt, given, shown, t]);
}

interface StoredTools {
  /** The variables that they set. */
  variables: readonly string[];
  /** Their names, by id. */
  names: ReadonlyMap<string, string>;
}

/** The stored tools that nodes name. Undefined while they are read; a tool that cannot be read sets no variables. */
function useStoredTools({ nodes }: Graph): StoredTools | undefined {
  const client = useClient();
  const ids = useMemo(
    () => [
      ...new Set(
        nodes.flatMap((node) =>
          node.type === "conversation" ? (node.toolIds ?? []) : node.type === "tool" && node.toolId ? [node.toolId] : [],
        ),
      ),
    ],
    [nodes],
  );
  const queries = useQueries({
    queries: ids.map((id) => ({
      queryKey: resourceKeys.one("tools", id),
      queryFn: ({ signal }: { signal: AbortSignal }) => client.tools.get({ id, signal }),
      retry: false,
    })),
  });
  const isPending = queries.some((query) => query.isPending);
  const content = JSON.stringify(
    queries.flatMap(({ data }) => {
      if (!data) return [];
      const tool = data as Tool;
      return [{ id: tool.id, name: nameOfEntity(tool) ?? tool.type, variables: variablesOfTool(tool) }];
    }),
  );
  return useMemo(() => {
    if (isPending) return undefined;
    const tools = JSON.parse(content) as { id: string; name: string; variables: string[] }[];
    return {
      variables: tools.flatMap(({ variables }) => variables),
      names: new Map(tools.map(({ id, name }) => [id, name])),
    };
  }, [isPending, content]);
}
