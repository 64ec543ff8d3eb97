import { isFields, variablesOfNode, type WorkflowEdge, type WorkflowNode } from "@callwright/contract";
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

export interface DrawOptions {
  graph: Graph;
  /** The model and the voice of nodes without their own. */
  shared?: Readonly<Record<string, unknown>> | undefined;
  /** The names of stored tools, by id. */
  toolNames?: ReadonlyMap<string, string> | undefined;
  /** Ids of its nodes on the canvas. */
  ids: readonly string[];
  /** Dotted paths with a problem. */
  problems: readonly ConfigProblem[];
  running: Running | undefined;
  t: TFunction;
}

/** Draws a graph. Nodes that were never placed get a place from the layout. */
export function drawGraph({ graph, ids, problems, running, t, ...given }: DrawOptions): Drawing {
  const { nodes, edges } = graph;
  const hasProblem = (path: string) => problemAt(problems, path) !== undefined;
  const idOf = (name: string) => ids[nodes.findIndex((node) => node.name === name)];
  const plain = nodes.map((node, index) => ({
    ...contentOf(node, { ...given, running, t }),
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

type ContentOptions = Pick<DrawOptions, "shared" | "toolNames" | "running" | "t">;

function contentOf(node: WorkflowNode, options: ContentOptions) {
  const { t } = options;
  const kind = kindOf(node);
  return {
    icon: KIND_ICONS[kind],
    title: node.name,
    text: gistOfNode(node, options),
    chips: chipsOf(node, options),
    label: `${t(`workflows.kinds.${kind}`)}: ${node.name}`,
    canLeave: node.type !== "hangup",
    isLoose: kind === "global",
  };
}

/** More do not fit on a card. */
const MOST_CHIPS = 4;

/** What a node is and uses; once a conversation has given its variables values, mainly these. */
function chipsOf(node: WorkflowNode, { shared = {}, toolNames, running, t }: ContentOptions): CanvasChip[] {
  const kind = kindOf(node);
  const plain: (string | undefined)[] = [
    node.isStart ? t("workflows.start") : undefined,
    kind === "global" ? t("workflows.anyStep") : undefined,
    node.type === "tool" ? t(`workflows.kinds.${kind}`) : undefined,
  ];
  if (node.type === "conversation") {
    const voice = nameIn(node.voice ?? (node.isStart ? shared.voice : undefined), "voiceId");
    const tools = [
      ...(node.tools ?? []).map((tool) => nameOfEntity(tool) ?? tool.type),
      ...(node.toolIds ?? []).map((id) => toolNames?.get(id)),
    ];
    plain.push(nameIn(node.model ?? shared.model, "model"), voice, ...tools);
  }
  const has = (name: string) => runStateOf(running, node.name) !== undefined && name in (running?.variables ?? {});
  const variables = variablesOfNode(node).map(
    (text): CanvasChip => ({
      text,
      isVariable: true,
      ...(has(text) && { value: wordsOf(running?.variables[text]) }),
    }),
  );
  const facts = plain.flatMap((text): CanvasChip[] => (text ? [{ text }] : []));
  const chips = variables.some(({ value }) => value !== undefined) ? variables : [...facts, ...variables];
  const distinct = chips.filter(({ text }, index) => chips.findIndex((each) => each.text === text) === index);
  const rest = distinct.length - MOST_CHIPS;
  return rest > 0 ? [...distinct.slice(0, MOST_CHIPS - 1), { text: `+${rest + 1}` }] : distinct;
}

const NAME_MAX = 16;

/** The name of a model or voice. Ids are cut, and the built-in ones are no news. */
function nameIn(part: unknown, field: "model" | "voiceId"): string | undefined {
  if (!isFields(part) || part.provider === "callwright") return undefined;
  const name = part[field];
  if (typeof name !== "string" || name === "") return undefined;
  return field === "voiceId" && name.length > NAME_MAX ? undefined : name;
}

const wordsOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A node's action in one line. */
function gistOfNode(node: WorkflowNode, { toolNames, t }: ContentOptions): string {
  if (node.type === "hangup") return node.messagePlan?.firstMessage?.trim() || t("workflows.gists.hangup");
  if (node.type === "conversation") {
    const prompt = node.prompt?.trim() ?? "";
    const [, said] = /^Say: "(.*)"$/s.exec(prompt) ?? [];
    return said === undefined ? prompt : `“${said}”`;
  }
  const { tool, toolId } = node;
  if (!tool) return (toolId && toolNames?.get(toolId)) || t(toolId ? "workflows.gists.storedTool" : "workflows.gists.noTool");
  // The path says what is asked of the server.
  if (tool.type === "apiRequest") return `${tool.method} ${tool.url.replace(/^https?:\/\/[^/]+(?=\/.)/, "")}`;
  if (tool.type === "transferCall" || tool.type === "handoff") {
    const to = (tool.destinations ?? []).map(
      (each) => ("number" in each && each.number) || ("assistantName" in each && each.assistantName),
    );
    const [first] = to;
    return to.length === 1 && first ? first : t("workflows.gists.destinations", { count: to.length });
  }
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
