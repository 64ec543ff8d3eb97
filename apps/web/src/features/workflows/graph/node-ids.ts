import type { Graph } from "./edit-graph.ts";

type Nodes = Graph["nodes"];

/** The nodes that a canvas shows, and their ids on it, in the same order. */
interface IdentifiedNodes {
  nodes: Nodes;
  ids: readonly string[];
  /** How many ids were assigned so far. */
  count: number;
}

export const NO_NODES: IdentifiedNodes = { nodes: [], ids: [], count: 0 };

/** The next state of the nodes. A workflow stores no ids, so a node keeps its id by its name, and a renamed node by its place. */
export function identifyNodes(before: IdentifiedNodes, nodes: Nodes): IdentifiedNodes {
  const free = new Set(before.nodes.keys());
  const ids: string[] = [];
  const take = (index: number, from: number) => {
    if (ids[index] !== undefined || !free.delete(from)) return;
    ids[index] = before.ids[from] ?? "";
  };
  const isSame = (index: number, from: number) => nodes[index]?.name === before.nodes[from]?.name;
  for (const index of nodes.keys()) if (isSame(index, index)) take(index, index);
  for (const index of nodes.keys()) for (const from of free) if (isSame(index, from)) take(index, from);
  if (nodes.length === before.nodes.length) for (const index of nodes.keys()) take(index, index);
  let { count } = before;
  for (const index of nodes.keys()) ids[index] ??= `n:${count++}`;
  return { nodes, ids, count };
}
