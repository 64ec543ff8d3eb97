import type { AgentStarted } from "@callwright/contract";
import { expect, test } from "vitest";
import { runningOf } from "./running.ts";

const agents: AgentStarted[] = [
  { kind: "node", name: "Welcome", variables: {} },
  { kind: "node", name: "Ask", from: "Welcome", edge: 2, variables: { name: "Ana" } },
  { kind: "node", name: "Help", from: "Ask", variables: { name: "Eva", day: "Monday" } },
];

test("the path is the edges that were taken, with the last values", () => {
  expect(runningOf(agents, false)).toEqual({
    current: "Help",
    steps: [
      { from: undefined, to: "Welcome" },
      { from: "Welcome", to: "Ask" },
      { from: "Ask", to: "Help" },
    ],
    edges: [2],
    variables: { name: "Eva", day: "Monday" },
  });
  expect(runningOf(agents, true)?.current).toBeUndefined();
  expect(runningOf([], false)).toBeUndefined();
});
