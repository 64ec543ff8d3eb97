import { lintWorkflow, type Tool, variablesNeededFrom, variablesOfTool } from "@callwright/contract";
import { Button, Menu, UnstyledButton } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type Icon, IconPlus } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { Panel } from "@xyflow/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { DRAGGED_KIND } from "../../../kit/canvas/FlowCanvas.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import type { CanvasProps } from "../../../resource/canvas-props.ts";
import { useEndingChange } from "../../../resource/catalog/use-ending-warnings.ts";
import { readJsonObject } from "../../../resource/json/json-text.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { resourceKeys } from "../../../resource/resource-queries.ts";
import { TeamCanvas, useIsPhone } from "../../canvas-run/TeamCanvas.tsx";
import { type RunStart, useCanvasRun } from "../../canvas-run/use-canvas-run.ts";
import { KIND_ICONS } from "../graph/drawn-graph.ts";
import { type Graph, graphOf } from "../graph/edit-graph.ts";
import { isNodeKind, NODE_KINDS } from "../graph/node-kinds.ts";
import { SelectionInspector } from "./SelectionInspector.tsx";
import { type GraphEditor, useGraphEditor } from "./use-graph-editor.ts";

/** A workflow as nodes and edges. On a phone it is a list that cannot be edited. */
export function WorkflowCanvas(props: CanvasProps) {
  const { t } = useTranslation();
  const graph = graphOf(props.object);
  if (!graph) return <EmptyNote title={t("workflows.notDrawable")} body={t("workflows.notDrawableBody")} />;
  return <GraphCanvas {...props} graph={graph} />;
}

function GraphCanvas({ graph, ...props }: CanvasProps & { graph: Graph }) {
  const { t } = useTranslation();
  const { object, entityId, onChange } = props;
  const isPhone = useIsPhone();
  const isReadOnly = props.isReadOnly || isPhone;
  const run = useCanvasRun();
  const { problems, unset } = useWorkflowProblems(object, graph, props.problems);
  const endings = useEndingChange(object, isReadOnly);
  const marked = useMemo(() => [...problems, ...endings.warnings], [problems, endings.warnings]);
  const editor = useGraphEditor({
    graph,
    marked,
    running: run.running,
    onChange: (next) => onChange({ ...object, ...next }),
  });
  useClipboard(editor, isReadOnly);
  const name = typeof object.name === "string" && object.name !== "" ? object.name : t("workflows.unnamed");
  const start = (chosen: RunStart) =>
    run.begin(chosen, chosen.startAt === undefined ? unset : variablesNeededFrom({ ...object, ...graph }, chosen.startAt));
  const entries = NODE_KINDS.map((kind) => ({ kind, label: t(`workflows.kinds.${kind}`), icon: KIND_ICONS[kind] }));
  const add = (kind: string) => isNodeKind(kind) && editor.add(kind, t(`workflows.kinds.${kind}`));
  return (
    <TeamCanvas
      {...props}
      isReadOnly={isReadOnly}
      problems={problems}
      editor={editor}
      endings={endings}
      labels={{ picture: t("workflows.canvas"), list: t("workflows.list") }}
      run={run}
      onStart={start}
      target={{ workflow: entityId !== undefined && !props.isChanged ? entityId : { ...object, name } }}
      name={name}
      voice={object.voice}
      inspector={
        <SelectionInspector {...props} isReadOnly={isReadOnly} problems={problems} editor={editor} run={run} onStart={start} />
      }
      add={{
        list: <AddNodeMenu entries={entries} onAdd={add} />,
        picture: <Palette title={t("workflows.add")} entries={entries} onAdd={add} />,
      }}
      onLayout={editor.layout}
      flow={{
        onMove: editor.move,
        onDropKind: (kind, place) => isNodeKind(kind) && editor.add(kind, t(`workflows.kinds.${kind}`), place),
      }}
    />
  );
}

interface AddNodeMenuProps {
  entries: readonly { kind: string; label: string }[];
  onAdd: (kind: string) => void;
}

/** The palette of the list view. */
function AddNodeMenu({ entries, onAdd }: AddNodeMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden="true" />}>
          {t("workflows.addNode")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ kind, label }) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {label}
          </Menu.Item>
        ))}
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
  shown: readonly ConfigProblem[],
): { problems: readonly ConfigProblem[]; unset: readonly string[] } {
  const { t } = useTranslation();
  const given = useStoredVariables(graph);
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

/** The variables of the stored tools that nodes name. Undefined while they are read; a tool that cannot be read sets no variables. */
function useStoredVariables({ nodes }: Graph): readonly string[] | undefined {
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
  const names = queries.flatMap(({ data }) => (data ? variablesOfTool(data as Tool) : [])).join("\n");
  return useMemo(() => (isPending ? undefined : names === "" ? [] : names.split("\n")), [isPending, names]);
}

interface PaletteProps {
  title: string;
  entries: readonly { kind: string; label: string; icon: Icon }[];
  /** A press adds a node where there is room. */
  onAdd: (kind: string) => void;
}

/** What can be added to a canvas: by dragging it to a place, or by pressing it. */
function Palette({ title, entries, onAdd }: PaletteProps) {
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
