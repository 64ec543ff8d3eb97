import { expect, test } from "vitest";
import { lintWorkflow, type WorkflowGraph } from "./lint-workflow.ts";
import type { WorkflowEdge, WorkflowNode } from "./workflow-graph.ts";

const start: WorkflowNode = { type: "conversation", name: "start", isStart: true, prompt: "Greet." };
const end: WorkflowNode = { type: "hangup", name: "end" };
const say = (name: string, more: object = {}): WorkflowNode => ({ type: "conversation", name, prompt: "Ask.", ...more });
const edge = (from: string, to: string, prompt?: string): WorkflowEdge => ({
  from,
  to,
  ...(prompt === undefined ? {} : { condition: { type: "ai", prompt } }),
});
const graph = (nodes: WorkflowNode[], edges: WorkflowEdge[], more: Partial<WorkflowGraph> = {}) => ({ nodes, edges, ...more });
const extracts = {
  variableExtractionPlan: { schema: { type: "object" as const, properties: { city: { type: "string" as const } } } },
};
const request: WorkflowNode = {
  type: "tool",
  name: "look up",
  tool: {
    type: "apiRequest",
    method: "GET",
    url: "https://example.com/{{ order }}",
    variableExtractionPlan: { aliases: [{ key: "state", value: "{{ $.state }}" }] },
  },
};

const ways = [edge("start", "end")];

test.each<[what: string, workflow: WorkflowGraph, problems: string[]]>([
  ["a sound workflow", graph([start, end], ways), []],
  ["an empty workflow", graph([], []), ["nodes noStart "]],
  ["no start", graph([say("a"), end], [edge("a", "end")]), ["nodes noStart "]],
  ["two starts", graph([start, say("b", { isStart: true }), end], [...ways, edge("b", "end")]), ["nodes.1.isStart twoStarts b"]],
  ["an unreachable node", graph([start, end, say("b")], [...ways, edge("b", "end")]), ["nodes.2 unreachable b"]],
  ["a circle", graph([start, say("b")], [edge("start", "b"), edge("b", "start")]), []],
  ["a dead end", graph([start, say("b")], [edge("start", "b")]), ["nodes.1 deadEnd b"]],
  ["a global node", graph([start, end, say("help", { globalNodePlan: { enabled: true } })], ways), []],
  [
    "a global plan that is off",
    graph([start, end, say("help", { globalNodePlan: { enabled: false } })], ways),
    ["nodes.2 unreachable help", "nodes.2 deadEnd help"],
  ],
  [
    "edges to and from nowhere",
    graph([start, end], [...ways, edge("start", "x"), edge("y", "end")]),
    ["edges.1.to noNode x", "edges.2.from noNode y"],
  ],
  [
    "a duplicate name",
    graph([start, say("b"), say("b"), end], [edge("start", "b"), edge("b", "end")]),
    ["nodes.2.name duplicateName b"],
  ],
  ["an edge from a hangup node", graph([start, end], [...ways, edge("end", "start")]), ["edges.1.from edgeFromHangup end"]],
  ["a tool node without tool", graph([start, { type: "tool", name: "t" }], [edge("start", "t")]), ["nodes.1.tool noTool t"]],
  ["a stored tool that may end the call", graph([start, { type: "tool", name: "t", toolId: "1" }], [edge("start", "t")]), []],
  ["a tool that ends the call", graph([start, { type: "tool", name: "t", tool: { type: "endCall" } }], [edge("start", "t")]), []],
  ["an empty prompt", graph([{ ...start, prompt: " " }, end], ways), ["nodes.0.prompt emptyPrompt start"]],
  [
    "unknown variables, each where it stands",
    graph([{ ...start, prompt: "Hi {{ name }}, {{ now }}" }, end], [edge("start", "end", "{{ city }} is Rome")], {
      globalPrompt: "For {{ plan.name }}.",
    }),
    [
      "globalPrompt unknownVariable plan.name",
      "nodes.0.prompt unknownVariable name",
      "edges.0.condition.prompt unknownVariable city",
    ],
  ],
  [
    "variables of an extraction plan, of a template and with a default",
    graph(
      [say("start", { isStart: true, ...extracts, prompt: "{{ city }} {% assign a = 1 %}{{ a }} {{ b | default: 'c' }}" }), end],
      ways,
    ),
    [],
  ],
  [
    "variables of an inline tool, and its unknown one",
    graph(
      [start, request, say("tell", { prompt: "It is {{ state }}." }), end],
      [edge("start", "look up"), edge("look up", "tell"), edge("tell", "end")],
    ),
    ["nodes.1.tool.url unknownVariable order"],
  ],
])("%s", (_, workflow, problems) => {
  expect(lintWorkflow(workflow).map(({ path, problem, name }) => `${path} ${problem} ${name}`)).toEqual(problems);
});

test("variables that the call or a stored tool sets are known", () => {
  const workflow = graph([{ ...start, prompt: "Hi {{ customerName }}" }, end], ways);
  expect(lintWorkflow(workflow, ["customerName"])).toEqual([]);
});
