import type { WorkflowNode } from "@callwright/contract";
import { expect, test } from "vitest";
import { identifyNodes, NO_NODES } from "./node-ids.ts";

const named = (...names: string[]) => names.map((name): WorkflowNode => ({ type: "conversation", name }));
const start = identifyNodes(NO_NODES, named("Greet", "Ask", "End"));
const [greet, ask, end] = start.ids;

test.each([
  ["renamed", named("Greet", "Book", "End"), [greet, ask, end]],
  ["renamed to a name that another node has", named("Greet", "End", "End"), [greet, ask, end]],
  ["removed", named("Greet", "End"), [greet, end]],
  ["moved", named("End", "Greet", "Ask"), [end, greet, ask]],
  ["added", named("Greet", "Ask", "End", "Book"), [greet, ask, end, "n:3"]],
  ["replaced by fewer others", named("Book"), ["n:3"]],
])("when a node is %s, the others and itself keep their ids", (_change, nodes, ids) => {
  expect(identifyNodes(start, nodes).ids).toEqual(ids);
});

test("the id of a removed node is not given again", () => {
  const removed = identifyNodes(start, named("Greet", "Ask"));
  expect(identifyNodes(removed, named("Greet", "Ask", "Book")).ids).toEqual([greet, ask, "n:3"]);
});
