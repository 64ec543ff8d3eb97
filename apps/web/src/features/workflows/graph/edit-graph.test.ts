import type { WorkflowNode } from "@callwright/contract";
import { expect, test } from "vitest";
import {
  addNode,
  copyParts,
  freeName,
  type Graph,
  graphOf,
  moveNodes,
  pasteParts,
  removeParts,
  replaceNode,
} from "./edit-graph.ts";

const ask: WorkflowNode = {
  type: "conversation",
  name: "ask",
  isStart: true,
  prompt: "Ask.",
  metadata: { position: { x: 0, y: 0 } },
};
const tell: WorkflowNode = { type: "conversation", name: "tell", prompt: "Tell." };
const end: WorkflowNode = { type: "hangup", name: "end" };
const graph: Graph = {
  nodes: [ask, tell, end],
  edges: [
    { from: "ask", to: "tell", condition: { type: "ai", prompt: "yes" } },
    { from: "ask", to: "end" },
    { from: "tell", to: "end" },
    { from: "tell", to: "tell" },
  ],
};
const ways = ({ edges }: Graph) => edges.map(({ from, to }) => `${from}→${to}`);

test("only a graph whose nodes and edges have names can be drawn", () => {
  expect(graphOf({ ...graph })).toEqual(graph);
  expect(graphOf({})).toBeUndefined();
  expect(graphOf({ nodes: [{ type: "hangup" }], edges: [] })).toBeUndefined();
  expect(graphOf({ nodes: [end], edges: [{ from: "end" }] })).toBeUndefined();
});

test("edges follow a node that is renamed, with their conditions", () => {
  const renamed = replaceNode(graph, 1, { ...tell, name: "say" });
  expect(ways(renamed)).toEqual(["ask→say", "ask→end", "say→end", "say→say"]);
  expect(renamed.edges[0]?.condition?.prompt).toBe("yes");
});

test("edges of a name that two nodes have stay where they are", () => {
  const twice = { ...graph, nodes: [...graph.nodes, tell] };
  expect(ways(replaceNode(twice, 3, { ...tell, name: "other" }))).toEqual(ways(graph));
});

test("a new start takes the mark from the old one", () => {
  const { nodes } = replaceNode(graph, 1, { ...tell, isStart: true });
  expect(nodes.map(({ isStart }) => isStart)).toEqual([undefined, true, undefined]);
});

test("the first node is the start, and a node after another has an edge from it", () => {
  expect(addNode({ nodes: [], edges: [] }, tell).nodes).toEqual([{ ...tell, isStart: true }]);
  expect(ways(addNode(graph, { ...end, name: "bye" }, "tell")).at(-1)).toBe("tell→bye");
});

test("a node is removed with its edges", () => {
  const removed = removeParts(graph, new Set([1]), new Set());
  expect(removed.nodes).toEqual([ask, end]);
  expect(ways(removed)).toEqual(["ask→end"]);
  expect(ways(removeParts(graph, new Set(), new Set([0])))).toEqual(["ask→end", "tell→end", "tell→tell"]);
});

test("copies have names of their own, the edges between them, and a place beside the originals", () => {
  const pasted = pasteParts(graph, copyParts(graph, new Set([0, 1])));
  expect(pasted.nodes.slice(3)).toEqual([
    { type: "conversation", name: "ask 2", prompt: "Ask.", metadata: { position: { x: 40, y: 40 } } },
    { ...tell, name: "tell 2" },
  ]);
  expect(ways(pasted).slice(4)).toEqual(["ask 2→tell 2", "tell 2→tell 2"]);
  expect(pasteParts(pasted, copyParts(pasted, new Set([3]))).nodes.at(-1)?.name).toBe("ask 3");
});

test("names are free and not too long", () => {
  expect(freeName("ask", [])).toBe("ask");
  expect(freeName("ask", [ask])).toBe("ask 2");
  expect(freeName("x".repeat(80), [{ ...end, name: "x".repeat(75) }]).length).toBeLessThanOrEqual(80);
});

test("moving keeps other metadata", () => {
  const marked = { ...graph, nodes: [{ ...ask, metadata: { color: "red" } }] };
  expect(moveNodes(marked, new Map([[0, { x: 1.4, y: 2.6 }]])).nodes[0]?.metadata).toEqual({
    color: "red",
    position: { x: 1, y: 3 },
  });
});
