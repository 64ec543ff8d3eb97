import type { WorkflowEdge, WorkflowNode } from "@callwright/contract";
import {
  IconApi,
  IconArrowsExchange,
  IconMessage,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconTool,
  IconWorld,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { CanvasChip, CanvasEdge, CanvasNode, Drawing, Point } from "../../../kit/canvas/canvas-parts.ts";
import { layoutCards } from "../../../kit/canvas/layout.ts";
import { type Running, runStateOf } from "../../../kit/canvas/running.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { type Graph, placeOf } from "./edit-graph.ts";
import { kindOf, type NodeKind } from "./node-kinds.ts";

export const KIND_ICONS = {
  say: IconMessage,
  tool: IconTool,
  apiRequest: IconApi,
  transfer: IconPhoneOutgoing,
  handoff: IconArrowsExchange,
  end: IconPhoneOff,
  global: IconWorld,
} satisfies Record<NodeKind, unknown>;

export const edgeId = (index: number): string => `e:${index}`;

interface DrawOptions {
  graph: Graph;
  /** Ids of its nodes on the canvas. */
  ids: readonly string[];
  /** Dotted paths with a problem. */
  problems: readonly ConfigProblem[];
  running: Running | undefined;
  t: TFunction;
}

/** Draws a graph. Nodes that were never placed get a place from the layout. */
export function drawGraph({ graph, ids, problems, running, t }: DrawOptions): Drawing {
  const { nodes, edges } = graph;
  const hasProblem = (path: string) => problemAt(problems, path) !== undefined;
  const idOf = (name: string) => ids[nodes.findIndex((node) => node.name === name)];
  const plain = nodes.map((node, index) => ({
    ...contentOf(node, t),
    id: ids[index] ?? "",
    hasProblem: hasProblem(`nodes.${index}`),
    state: runStateOf(running, node.name),
  }));
  const lines = edges.flatMap((edge, index): CanvasEdge[] => {
    const [from, to] = [idOf(edge.from), idOf(edge.to)];
    if (from === undefined || to === undefined) return [];
    const state = running?.edges.includes(index) ? "passed" : undefined;
    return [
      {
        id: edgeId(index),
        from,
        to,
        text: conditionOf(edge),
        label: edgeLabel(edge, t),
        hasProblem: hasProblem(`edges.${index}`),
        state,
      },
    ];
  });
  const places = placesOf(graph, plain, lines);
  return { nodes: plain.map((node) => ({ ...node, position: places.get(node.id) ?? { x: 0, y: 0 } })), edges: lines };
}

function placesOf(
  { nodes }: Graph,
  cards: readonly Omit<CanvasNode, "position">[],
  edges: readonly CanvasEdge[],
): ReadonlyMap<string, Point> {
  const given = nodes.map(placeOf);
  const laidOut = given.every((place) => place !== undefined) ? undefined : layoutCards(cards, edges);
  return new Map(cards.map(({ id }, index) => [id, given[index] ?? laidOut?.get(id) ?? { x: 0, y: 0 }]));
}

function contentOf(node: WorkflowNode, t: TFunction) {
  const kind = kindOf(node);
  const chips: CanvasChip[] = [
    ...(node.isStart ? [{ text: t("workflows.start"), kind: "accent" as const }] : []),
    ...(kind === "global" ? [{ text: t("workflows.kinds.global") }] : []),
  ];
  return {
    icon: KIND_ICONS[kind],
    title: node.name,
    text: gistOfNode(node, t),
    chips,
    label: `${t(`workflows.kinds.${kind}`)}: ${node.name}`,
    canLeave: node.type !== "hangup",
  };
}

/** A node's action in one line. */
export function gistOfNode(node: WorkflowNode, t: TFunction): string {
  if (node.type === "hangup") return t("workflows.gists.hangup");
  if (node.type === "conversation") return node.prompt?.trim() ?? "";
  const { tool } = node;
  if (!tool) return t(node.toolId ? "workflows.gists.storedTool" : "workflows.gists.noTool");
  if (tool.type === "apiRequest") return `${tool.method} ${tool.url}`;
  if (tool.type === "transferCall" || tool.type === "handoff")
    return t("workflows.gists.destinations", { count: tool.destinations?.length ?? 0 });
  return nameOfEntity(tool) ?? tool.type;
}

export function conditionOf({ condition }: WorkflowEdge): string {
  return condition?.prompt ?? "";
}

export function edgeLabel(edge: WorkflowEdge, t: TFunction): string {
  const { from, to } = edge;
  const condition = conditionOf(edge);
  return condition === "" ? t("workflows.edgeAlways", { from, to }) : t("workflows.edgeIf", { from, to, condition });
}
