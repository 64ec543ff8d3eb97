import type { WorkflowNode } from "@callwright/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Graph } from "../graph/edit-graph.ts";

interface NodeNameProps {
  node: WorkflowNode;
  index: number;
  graph: Graph;
  isReadOnly: boolean;
  onRename: (name: string) => void;
}

/** The name of a node. It is written when the field is left or Enter is pressed, so that edges never follow half a name. */
export function NodeName({ node, index, graph, isReadOnly, onRename }: NodeNameProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(node.name);
  const [seen, setSeen] = useState(node.name);
  if (seen !== node.name) {
    setSeen(node.name);
    setTyped(node.name);
  }
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
