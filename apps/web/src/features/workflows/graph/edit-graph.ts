import { isFields, type WorkflowEdge, type WorkflowGraph, type WorkflowNode } from "@callwright/contract";
import type { Point } from "../../../kit/canvas/canvas-parts.ts";

/** The nodes and edges of a workflow. Every edit returns new ones. */
export type Graph = Pick<WorkflowGraph, "nodes" | "edges">;

/** Names have at most 80 characters; see the contract. */
const MAX_NAME = 80;

/** The graph of an edited workflow. Undefined if a node has no name or type, or an edge lacks an end: only JSON can show that. */
export function graphOf({ nodes, edges }: Readonly<Record<string, unknown>>): Graph | undefined {
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return undefined;
  const hasTexts = (value: unknown, names: readonly string[]) =>
    isFields(value) && names.every((name) => typeof value[name] === "string");
  const isDrawable =
    nodes.every((node) => hasTexts(node, ["name", "type"])) && edges.every((edge) => hasTexts(edge, ["from", "to"]));
  return isDrawable ? { nodes: nodes as WorkflowNode[], edges: edges as WorkflowEdge[] } : undefined;
}

/** An unused name of a node: `Ask`, `Ask 2`, … */
export function freeName(wanted: string, nodes: readonly WorkflowNode[]): string {
  const taken = new Set(nodes.map(({ name }) => name));
  const base = wanted.replace(/ \d+$/, "").slice(0, MAX_NAME - 5);
  for (let number = 2; ; number += 1) {
    const name = number === 2 && !taken.has(base) ? base : `${base} ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Where an editor put a node. Undefined if it was never placed. */
export function placeOf({ metadata }: WorkflowNode): Point | undefined {
  const place = metadata?.position as Partial<Point> | undefined;
  return typeof place?.x === "number" && typeof place.y === "number" ? { x: place.x, y: place.y } : undefined;
}

export function withPlace(node: WorkflowNode, { x, y }: Point): WorkflowNode {
  return { ...node, metadata: { ...node.metadata, position: { x: Math.round(x), y: Math.round(y) } } };
}

/** Moves nodes, by index. */
export function moveNodes(graph: Graph, places: ReadonlyMap<number, Point>): Graph {
  const moved = (node: WorkflowNode, index: number) => {
    const place = places.get(index);
    return place ? withPlace(node, place) : node;
  };
  return { ...graph, nodes: graph.nodes.map(moved) };
}

/** Replaces a node. Edges follow a new name, and only one node stays the start. */
export function replaceNode({ nodes, edges }: Graph, index: number, next: WorkflowNode): Graph {
  const before = nodes[index];
  if (!before) return { nodes, edges };
  const becomesStart = next.isStart === true && before.isStart !== true;
  const unmarked = ({ isStart: _, ...node }: WorkflowNode) => node as WorkflowNode;
  const isShared = nodes.some(({ name }, each) => each !== index && name === before.name);
  const renamed = (name: string) => (name === before.name && !isShared ? next.name : name);
  return {
    nodes: nodes.map((node, each) => (each === index ? next : becomesStart && node.isStart ? unmarked(node) : node)),
    edges: before.name === next.name ? edges : edges.map((edge) => ({ ...edge, from: renamed(edge.from), to: renamed(edge.to) })),
  };
}

/** Adds a node, with an edge from `after` if that is given. The first node becomes the start. */
export function addNode({ nodes, edges }: Graph, node: WorkflowNode, after?: string): Graph {
  const added = nodes.length === 0 && node.type === "conversation" ? { ...node, isStart: true } : node;
  return { nodes: [...nodes, added], edges: after === undefined ? edges : [...edges, { from: after, to: node.name }] };
}

export function addEdge(graph: Graph, from: string, to: string): Graph {
  return { ...graph, edges: [...graph.edges, { from, to }] };
}

/** The graph without these nodes and edges, by index, and without the edges of these nodes. */
export function removeParts({ nodes, edges }: Graph, nodeIndexes: ReadonlySet<number>, edgeIndexes: ReadonlySet<number>): Graph {
  const left = nodes.filter((_, index) => !nodeIndexes.has(index));
  const names = new Set(left.map(({ name }) => name));
  const gone = new Set(nodes.map(({ name }) => name).filter((name) => !names.has(name)));
  return {
    nodes: left,
    edges: edges.filter(({ from, to }, index) => !edgeIndexes.has(index) && !gone.has(from) && !gone.has(to)),
  };
}

/** Copies these nodes, and the edges between them. */
export function copyParts({ nodes, edges }: Graph, nodeIndexes: ReadonlySet<number>): Graph {
  const copied = nodes.filter((_, index) => nodeIndexes.has(index));
  const names = new Set(copied.map(({ name }) => name));
  return { nodes: copied, edges: edges.filter(({ from, to }) => names.has(from) && names.has(to)) };
}

/** Copies stand a little beside the originals. In pixels. */
const PASTE_SHIFT = 40;

/** With copies of the parts. They get names of their own, and a copy is never a second start. */
export function pasteParts(graph: Graph, parts: Graph): Graph {
  const names = new Map<string, string>();
  const nodes = [...graph.nodes];
  for (const { isStart: _, ...part } of parts.nodes) {
    const name = freeName(part.name, nodes);
    const place = placeOf(part);
    const copy = { ...part, name };
    nodes.push(place ? withPlace(copy, { x: place.x + PASTE_SHIFT, y: place.y + PASTE_SHIFT }) : copy);
    names.set(part.name, name);
  }
  const edges = parts.edges.map((edge) => ({
    ...edge,
    from: names.get(edge.from) ?? edge.from,
    to: names.get(edge.to) ?? edge.to,
  }));
  return { nodes, edges: [...graph.edges, ...edges] };
}
