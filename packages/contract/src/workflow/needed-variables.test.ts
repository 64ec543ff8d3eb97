import { expect, test } from "vitest";
import type { WorkflowGraph } from "./lint-workflow.ts";
import { variablesNeededFrom } from "./needed-variables.ts";

const plan = (...names: string[]) => ({
  schema: { type: "object" as const, properties: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])) },
});
const always = (from: string, to: string) => ({ from, to });
const when = (from: string, to: string, prompt: string) => ({ from, to, condition: { type: "ai" as const, prompt } });

/** The order is asked for, read back (and asked for again), and sent to the kitchen. */
const ORDER: WorkflowGraph = {
  globalPrompt: "It is {{ now }} in {{ shop }}.",
  nodes: [
    { type: "conversation", name: "hello", isStart: true, prompt: "Greet." },
    { type: "conversation", name: "order", prompt: "Ask for the cake.", variableExtractionPlan: plan("flavor", "people") },
    { type: "conversation", name: "read back", prompt: "Say: {{ flavor }}?" },
    {
      type: "tool",
      name: "kitchen",
      tool: {
        type: "apiRequest",
        method: "POST",
        url: "https://example.com/{{ flavor }}",
        body: { type: "object", properties: { people: { type: "string" }, note: { type: "string" } } },
        variableExtractionPlan: { aliases: [{ key: "ready", value: "{{ day }}" }] },
      },
    },
    { type: "conversation", name: "done", prompt: "Say: Ready on {{ ready }}." },
    { type: "hangup", name: "end" },
  ],
  edges: [
    always("hello", "order"),
    always("order", "read back"),
    when("read back", "order", "The caller says no"),
    when("read back", "kitchen", "{% if people > 2 %}true{% endif %}"),
    always("kitchen", "done"),
    always("done", "end"),
  ],
};

test.each([
  ["hello", ["shop"]],
  ["order", ["shop"]],
  // The edge back to "order" sets them too late.
  ["read back", ["shop", "flavor", "people"]],
  ["kitchen", ["shop", "flavor", "people"]],
  ["done", ["shop", "ready"]],
  ["end", []],
])("a conversation that starts at %s needs %j", (start, names) => {
  expect(variablesNeededFrom(ORDER, start)).toEqual(names);
});

test("a global node is a way out of every conversation node", () => {
  const help = {
    type: "conversation" as const,
    name: "help",
    prompt: "Say: {{ ready }}.",
    globalNodePlan: { enabled: true, enterCondition: "{{ people == 2 }}" },
  };
  expect(variablesNeededFrom({ ...ORDER, nodes: [...ORDER.nodes, help] }, "hello")).toEqual(["shop", "people", "ready"]);
});
