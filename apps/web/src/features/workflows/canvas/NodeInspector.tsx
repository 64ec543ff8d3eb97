import { CreateWorkflow, type WorkflowNode } from "@callwright/contract";
import { ActionIcon, Input, Select, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../../kit/canvas/canvas-frame.module.css";
import { Inspector } from "../../../kit/canvas/Inspector.tsx";
import { FormPart } from "../../../resource/form/FormPart.tsx";
import { RunButtons } from "../../canvas-run/RunButtons.tsx";
import { conditionOf, edgeId, edgeLabel } from "../graph/drawn-graph.ts";
import { NODE_MAIN_FIELDS } from "../workflow-fields.ts";
import { NodeName } from "./NodeName.tsx";
import type { SelectionProps } from "./SelectionInspector.tsx";

/** The name has a control of its own, because edges follow it. */
const PARTS = { "nodes.name": () => null };

/** The form of one node, and the edges that leave it. */
export function NodeInspector({
  editor,
  run,
  onStart,
  node,
  index,
  ...form
}: SelectionProps & { node: WorkflowNode; index: number }) {
  const { t } = useTranslation();
  const { isReadOnly, problems } = form;
  const shown = useMemo(() => withoutPlace(node), [node]);
  const write = (value: unknown) => {
    const next = value as WorkflowNode;
    const position = node.metadata?.position;
    editor.replace(index, position === undefined ? next : { ...next, metadata: { ...next.metadata, position } });
  };
  const whole = problems.find(({ path }) => path === `nodes.${index}`)?.message;
  return (
    <Inspector
      title={node.name}
      remove={
        isReadOnly
          ? undefined
          : {
              label: t("workflows.removeNode", { name: node.name }),
              run: () => editor.remove(new Set([editor.drawing.nodes[index]?.id ?? ""])),
            }
      }
      onClose={editor.clear}
    >
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
        schema={CreateWorkflow}
        path={["nodes", index]}
        texts={form.texts}
        value={shown}
        onChange={write}
        problems={problems}
        isStored={form.isStored}
        isReadOnly={isReadOnly}
        support={form.support}
        mainFields={NODE_MAIN_FIELDS}
        parts={PARTS}
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
                <ActionIcon
                  aria-label={t("workflows.removeEdge", { name: edgeLabel(edge, t) })}
                  onClick={() => editor.remove(new Set([edgeId(index)]))}
                >
                  <IconX size={14} aria-hidden="true" />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <Select
          size="xs"
          searchable
          aria-label={t("workflows.connect")}
          placeholder={t("workflows.connect")}
          nothingFoundMessage={t("canvas.notFound")}
          data={names}
          value={null}
          onChange={(to) => to !== null && editor.connect(editor.idOf(node.name) ?? "", editor.idOf(to) ?? "")}
        />
      )}
    </Input.Wrapper>
  );
}
