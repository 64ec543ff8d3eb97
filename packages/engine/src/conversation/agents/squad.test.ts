import { type HistoryItem, toHistory } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { all, tool as toolNamed } from "../../testing/scripted-turn.ts";
import { createConversation } from "../create-conversation.ts";
import type { ContextPlan, TeamSpec } from "./agent-spec.ts";
import { member, modelOf, spoken, talkWith } from "./testing/team-talk.ts";

const squad = (...agents: TeamSpec["agents"]): TeamSpec => ({ agents });
const promptIn = (history: readonly HistoryItem[]) => (history[0]?.type === "system" ? history[0].text : undefined);
const texts = (history: readonly HistoryItem[]) =>
  history.map((item) => (item.type === "tool" ? `tool ${item.call.name}` : `${item.type}: ${item.text}`));

describe("a squad", () => {
  it("hands over with a message, and the next member says its first message", async () => {
    const spec = squad(
      member("reception", [{ to: "billing", message: "I connect you, {{ name }}." }], { firstMessage: "Hello." }),
      member("billing", ["reception"], { firstMessage: "Billing here." }),
    );
    const talk = talkWith(spec, { behave: () => ({ call: "handoff_to_billing" }), values: { name: "Ada" } });
    expect(spoken(await talk.open())).toBe("Hello.");
    expect(spoken(await talk.say("My invoice is wrong"))).toBe("I connect you, Ada. [billing] Billing here.");
    expect(talk.conversation.speaker.name).toBe("billing");
    expect(talk.path).toEqual([
      { kind: "assistant", name: "reception", variables: {} },
      { kind: "assistant", name: "billing", from: "reception", variables: {} },
    ]);
    expect(texts(talk.conversation.history).slice(1)).toEqual([
      "assistant: Hello.",
      "user: My invoice is wrong",
      "tool handoff_to_billing",
      "assistant: I connect you, Ada.",
      "assistant: Billing here.",
    ]);
  });

  it("answers the caller in the same turn after a silent handoff, with its own prompt and tools", async () => {
    const spec = squad(member("reception", ["billing"]), member("billing", ["reception"]));
    const talk = talkWith(spec, {
      behave: ({ history }) => (promptIn(history) === "You are billing." ? "It is paid." : { call: "handoff_to_billing" }),
    });
    expect(spoken(await talk.say("Is it paid?"))).toBe(" [billing] It is paid.");
    expect(talk.requests[1]?.tools.map(({ name }) => name)).toEqual(["handoff_to_reception"]);
    expect(texts(talk.requests[1]?.history ?? [])[1]).toBe("user: Is it paid?");
  });

  it("says a first message only at the first visit", async () => {
    const spec = squad(member("a", ["b"], { firstMessage: "A first." }), member("b", ["a"], { firstMessage: "B first." }));
    let calls = 0;
    const talk = talkWith(spec, {
      behave: ({ tools }) => (calls++ < 2 ? { call: tools[0]?.name ?? "" } : "Again A."),
    });
    await talk.open();
    expect(spoken(await talk.say("to b"))).toBe(" [b] B first.");
    expect(spoken(await talk.say("to a"))).toBe(" [a] Again A.");
  });

  it("words a hook with the prompt of the member that has the conversation", async () => {
    const spec = squad(member("a", [{ to: "b", context: { type: "none" } }]), member("b"));
    const talk = talkWith(spec, { behave: ({ tools }) => (tools[0] ? { call: tools[0].name } : "Are you there?") });
    await talk.say("a secret for a");
    await all(talk.conversation.word([{ role: "system", content: "Ask if the caller is there." }], new AbortController().signal));
    const seen = talk.requests.at(-1)?.history ?? [];
    expect(promptIn(seen)).toBe("You are b.");
    expect(texts(seen)).not.toContain("user: a secret for a");
    expect(texts(seen).at(-1)).toBe("system: Ask if the caller is there.");
  });

  it("waits for the caller where the next member does", async () => {
    const spec = squad(member("a", ["b"]), member("b", [], { firstMessageMode: "assistant-waits-for-user" }));
    const talk = talkWith(spec, { behave: () => ({ call: "handoff_to_b" }) });
    expect(spoken(await talk.say("go"))).toBe(" [b] ");
  });

  const CONTEXTS: [ContextPlan, string[]][] = [
    [{ type: "all" }, ["system: You are b.", "user: one", "assistant: Yes one.", "user: two", "tool look", "assistant: Ok"]],
    [{ type: "none" }, ["system: You are b.", "assistant: Ok"]],
    [{ type: "lastNMessages", maxMessages: 2 }, ["system: You are b.", "user: two", "tool look", "assistant: Ok"]],
    [{ type: "lastNMessages", maxMessages: 0 }, ["system: You are b.", "assistant: Ok"]],
    [
      { type: "userAndAssistantMessages" },
      ["system: You are b.", "user: one", "assistant: Yes one.", "user: two", "assistant: Ok"],
    ],
    [
      { type: "previousAssistantMessages" },
      ["system: You are b.", "user: one", "assistant: Yes one.", "user: two", "tool look", "assistant: Ok"],
    ],
    [
      { type: "withPrompt" },
      ["system: You are b.", "system: You are a.", "user: one", "assistant: Yes one.", "user: two", "tool look", "assistant: Ok"],
    ],
  ];
  // The message of the handoff is spoken after the call, and every plan keeps it.
  it.each(CONTEXTS)("shows the next member what %j says", async (context, expected) => {
    const a = member("a", [{ to: "b", context, message: "Ok" }]);
    const spec = squad({ ...a, tools: [...a.tools, toolNamed("look")] }, member("b"));
    const steps = ["Yes one.", { call: "look" }, { call: "handoff_to_b" }, "Done."];
    const talk = talkWith(spec, { behave: () => steps.shift() ?? "" });
    await talk.say("one");
    await talk.say("two");
    expect(texts(talk.requests.at(-1)?.history ?? [])).toEqual(expected);
  });

  it("extracts values for the next member, whose prompt has them", async () => {
    const spec = squad(
      member("a", [
        {
          to: "b",
          extract: {
            schema: { type: "object", properties: { order: { type: "string" } } },
            aliases: [{ key: "shout", value: "{{ order | upcase }}" }],
          },
        },
      ]),
      member("b", [], {
        model: {
          provider: "callwright",
          model: "builtin",
          messages: [{ role: "system", content: "Order {{ order }} {{ shout }}" }],
        },
      }),
    );
    const talk = talkWith(spec, {
      behave: ({ tools }) => (tools.length > 0 ? { call: "handoff_to_b", given: { order: "x7", other: 1 } } : "Fine."),
    });
    await talk.say("order x7");
    expect(promptIn(talk.requests[1]?.history ?? [])).toBe("Order x7 X7");
    expect(talk.path.at(-1)?.variables).toEqual({ order: "x7", shout: "X7" });
    expect(talk.conversation.variableValues).toMatchObject({ order: "x7", shout: "X7" });
  });

  it("chooses by the argument of a tool with several destinations, and reports a wrong one to the model", async () => {
    const a = member("a", [
      { tool: "transfer", destination: "b", to: "b" },
      { tool: "transfer", destination: "c", to: "c" },
    ]);
    const spec = squad({ ...a, tools: [toolNamed("transfer", { action: "handoff" })] }, member("b"), member("c"));
    const steps = [
      { call: "transfer", given: { destination: "d" } },
      { call: "transfer", given: { destination: "c" } },
      "C here.",
    ];
    const talk = talkWith(spec, { behave: () => steps.shift() ?? "" });
    expect(spoken(await talk.say("c please"))).toBe(" [c] C here.");
    expect(texts(talk.requests[1]?.history ?? []).at(-1)).toBe("tool transfer");
  });

  it("ends a loop of handoffs without a word of the caller", async () => {
    const spec = squad(member("a", ["b"]), member("b", ["a"]));
    const talk = talkWith(spec, { behave: ({ tools }) => ({ call: tools[0]?.name ?? "" }) });
    const parts = await talk.say("go");
    expect(parts.filter(({ type }) => type === "handoff")).toHaveLength(5);
    expect(parts.at(-1)).toEqual({
      type: "failure",
      provider: "scripted",
      message: "The conversation was handed over too often without a word of the caller.",
    });
    // The next words of the caller count again from 0.
    expect((await talk.say("again")).filter(({ type }) => type === "handoff")).toHaveLength(5);
  });

  it("continues from its history alone", async () => {
    const spec = squad(member("a", ["b"]), member("b", ["a"], { firstMessage: "B here." }));
    const talk = talkWith(spec, { behave: () => ({ call: "handoff_to_b" }) });
    await talk.say("to b");
    const model = modelOf(() => "Still b.");
    const resumed = createConversation({
      assistant: {},
      model,
      variableValues: {},
      now: () => new Date(0),
      team: { spec, modelOf: () => model, toolsOf: ({ tools }) => ({ tools, run: async () => ({ result: "", failed: false }) }) },
      history: toHistory(talk.conversation.messages),
    });
    expect(resumed.speaker.name).toBe("b");
    expect(spoken(await all(resumed.reply("hi", new AbortController().signal)))).toBe("Still b.");
    expect(promptIn(model.requests[0]?.history ?? [])).toBe("You are b.");
  });
});
