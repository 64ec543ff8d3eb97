import { expect, test } from "vitest";
import { importWorkflow } from "../index.ts";
import { SAMPLE_ID, saturatedWorkflows } from "../testing/index.ts";

const imported = (value: unknown) => {
  const result = importWorkflow(value, "Imported");
  if (!result.ok) throw new Error(`${result.reason} ${result.detail}`);
  return result;
};
const output = { type: "object", properties: { city: { type: "string", description: "the city" }, day: { type: "string" } } };
const only = (node: object) => imported({ nodes: [node], edges: [] }).workflow.nodes[0];

test("a workflow of today comes back as it is, without what the server writes", () => {
  for (const workflow of saturatedWorkflows) {
    const exported = { ...structuredClone(workflow), id: "1", orgId: "2", createdAt: "2025-01-01T00:00:00Z", updatedAt: null };
    expect(imported(exported)).toMatchObject({ workflow, notes: [] });
  }
});

test.each<[older: object, today: object]>([
  [
    { type: "say", name: "a", exact: "Hello." },
    { type: "conversation", name: "a", prompt: 'Say: "Hello."' },
  ],
  [
    { type: "say", name: "a", prompt: "Greet.", metadata: { position: { x: 1, y: 2 } } },
    { type: "conversation", name: "a", prompt: "Greet.", metadata: { position: { x: 1, y: 2 } } },
  ],
  [
    { type: "gather", name: "a", output },
    { type: "conversation", name: "a", prompt: "Ask for the city, day.", variableExtractionPlan: { schema: output } },
  ],
  [
    { type: "assistant", name: "a", assistantId: SAMPLE_ID },
    { type: "tool", name: "a", tool: { type: "handoff", destinations: [{ type: "assistant", assistantId: SAMPLE_ID }] } },
  ],
  [
    { type: "apiRequest", name: "Find slot", method: "POST", url: "https://example.com", output },
    {
      type: "tool",
      name: "Find slot",
      tool: {
        type: "apiRequest",
        name: "Find_slot",
        method: "POST",
        url: "https://example.com",
        variableExtractionPlan: { schema: output },
      },
    },
  ],
  [
    { type: "transfer", name: "a", destination: { type: "number", number: "+14155550123" } },
    { type: "tool", name: "a", tool: { type: "transferCall", destinations: [{ type: "number", number: "+14155550123" }] } },
  ],
  [
    { type: "hangup", name: "a" },
    { type: "hangup", name: "a" },
  ],
])("%j is converted", (older, today) => {
  expect(only(older)).toEqual(today);
});

test("a start node that only leads on becomes a mark of the next node", () => {
  const { workflow, notes } = imported({
    name: "Old",
    nodes: [
      { type: "start", name: "start" },
      { type: "say", name: "hello", exact: "Hi." },
      { type: "hangup", name: "end" },
    ],
    edges: [
      { from: "start", to: "hello" },
      { from: "hello", to: "end", condition: { type: "logic", liquid: "city == 'Rome'" } },
      { from: "hello", to: "end", condition: { type: "ai", matches: ["the caller is done", "says goodbye"] } },
      { from: "hello", to: "end", condition: { type: "failed" } },
    ],
  });
  expect(workflow.nodes[0]).toEqual({ type: "conversation", name: "hello", prompt: 'Say: "Hi."', isStart: true });
  expect(workflow.edges.map(({ condition }) => condition?.prompt)).toEqual([
    "{{ city == 'Rome' }}",
    "the caller is done or says goodbye",
    "hello failed.",
  ]);
  expect(notes).toEqual([{ kind: "changed", where: "hello → end", what: "failed" }]);
});

test("what cannot be converted is left out and named", () => {
  const { workflow, notes } = imported({
    workflow: {
      nodes: [
        { type: "conversation", name: "a", isStart: true, prompt: "Greet.", voice: { provider: "nobody" }, extra: 1 },
        { type: "gather", name: "b", output, maxRetries: 3 },
        { type: "teleport", name: "c" },
      ],
      edges: [
        { from: "a", to: "b" },
        { from: "b", to: "c" },
      ],
      mood: "sunny",
    },
  });
  expect(workflow).toMatchObject({ name: "Imported", edges: [{ from: "a", to: "b" }] });
  expect(workflow.nodes.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(notes.map(({ where, what }) => `${where}: ${what}`).sort()).toEqual(
    [": mood", "a: extra", "a: voice", "b: maxRetries", "b → c: edge", "c: teleport"].sort(),
  );
});

test.each([null, 3, "nodes", [], {}, { nodes: "a" }])("%j is no workflow", (value) => {
  expect(importWorkflow(value, "x")).toMatchObject({ ok: false, reason: "notWorkflow" });
});
