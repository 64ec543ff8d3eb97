import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tool as toolNamed } from "../../testing/scripted-turn.ts";
import type { AgentSpec, TeamSpec, Way } from "./agent-spec.ts";
import { type Behavior, node, spoken, talkWith } from "./testing/team-talk.ts";

const flow = (...agents: AgentSpec[]): TeamSpec => ({ agents });
const hangup = (name = "end"): AgentSpec => node(name, [], { node: { type: "hangup" } });
const toolNode = (name: string, edges: Parameters<typeof node>[1], tool = toolNamed("look")): AgentSpec =>
  node(name, edges, { node: { type: "tool" }, tools: [tool] });
/** Asks a question at its beginning, and calls the tool that the caller names. */
const asks: Behavior = ({ history, tools }) => {
  const last = history.at(-1);
  const said = last && last.type !== "tool" ? last.text : "";
  const named = tools.find(({ name }) => said.includes(name));
  return named ? { call: named.name } : `${history[0]?.type === "system" ? history[0].text : ""}?`;
};

describe("a workflow", () => {
  it("speaks at its first node, takes the edge that the model chooses, and ends at a hangup", async () => {
    const spec = flow(
      node("hello", [
        ["book", "wants a table"],
        ["end", "says no"],
      ]),
      node("book", [["end"]]),
      hangup(),
    );
    const talk = talkWith(spec, { behave: asks });
    expect(spoken(await talk.open())).toBe("Prompt of hello.?");
    expect(talk.requests[0]?.tools).toEqual([]);
    expect(spoken(await talk.say("go_to_book please"))).toBe(" [book] Prompt of book.?");
    expect(talk.requests[1]?.tools.map(({ name, description }) => [name, description])).toEqual([
      ["go_to_book", "wants a table"],
      ["go_to_end", "says no"],
    ]);
    const last = await talk.say("four people");
    expect(last.at(-1)).toEqual({ type: "end", endedReason: "assistant-ended-call" });
    expect(talk.path.map(({ name, from, edge }) => [name, from, edge])).toEqual([
      ["hello", undefined, undefined],
      ["book", "hello", 0],
      ["end", "book", 0],
    ]);
  });

  it("goes on by itself from a node that asked nothing", async () => {
    const spec = flow(node("hello", [["bye"]]), node("bye", [["end"]]), hangup());
    const talk = talkWith(spec, { behave: () => "Goodbye." });
    expect(spoken(await talk.open())).toBe("Goodbye. [bye] Goodbye. [end] ");
    expect(talk.names()).toEqual(["hello", "bye", "end"]);
  });

  const LIQUID: [condition: string, age: number, path: string[]][] = [
    ["{{ age > 18 }}", 20, ["start", "yes"]],
    ["{{ age > 18 }}", 10, ["start", "no"]],
    ["{% if age > 18 %}true{% else %}false{% endif %}", 20, ["start", "yes"]],
    ["{% if age > 18 %}true{% endif %}", 10, ["start", "no"]],
    ["{% if age > 18 %}yes{% endif %}", 19, ["start", "yes"]],
  ];
  it.each(LIQUID)("decides %s without a model where age is %d", async (condition, age, path) => {
    const spec = flow(node("start", [["yes", condition], ["no"]]), node("yes", []), node("no", []));
    const talk = talkWith(spec, { behave: ({ tools }) => (tools[0] ? { call: tools[0].name } : "Well?"), values: { age } });
    await talk.open();
    await talk.say("and now");
    expect(talk.names()).toEqual(path);
  });

  it("puts variables into a condition for the model", async () => {
    const spec = flow(node("start", [["end", "The caller says {{ word }}."]]), hangup());
    const talk = talkWith(spec, { behave: () => "Well?", values: { word: "stop" } });
    await talk.open();
    await talk.say("hm");
    expect(talk.requests[1]?.tools[0]?.description).toBe("The caller says stop.");
  });

  it("extracts values on the way out, and asks until they are known", async () => {
    const extract: Way["extract"] = { schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } };
    const spec = flow(node("ask", [["greet", undefined, extract]]), node("greet", [], { prompt: "Greet {{ name }}" }));
    const talk = talkWith(spec, {
      behave: ({ history, tools }) => {
        const last = history.at(-1);
        const isNamed = last?.type === "user" && last.text === "Ada";
        return tools[0] && isNamed ? { call: tools[0].name, given: { name: "Ada" } } : "Your name?";
      },
    });
    await talk.open();
    expect(spoken(await talk.say("what?"))).toBe("Your name?");
    await talk.say("Ada");
    expect(talk.path.at(-1)).toEqual({ kind: "node", name: "greet", from: "ask", edge: 0, variables: { name: "Ada" } });
    expect(talk.requests.at(-1)?.history[0]).toEqual({ type: "system", text: "Greet Ada" });
  });

  it("runs the tool of a node without a model where its values are known, and goes on by its result", async () => {
    const tool = toolNamed("look", { parameters: { type: "object", properties: { id: {} }, required: ["id"] } });
    const spec = flow(
      node("start", [["fetch"]]),
      toolNode("fetch", [["good", "{{ state == 'ok' }}"], ["bad"]], tool),
      node("good", []),
      node("bad", []),
    );
    const talk = talkWith(spec, {
      behave: () => "Found it.",
      values: { id: 7 },
      outcomes: { look: { result: "{}", failed: false, variables: { state: "ok" } } },
    });
    await talk.open();
    expect(talk.names()).toEqual(["start", "fetch", "good"]);
    expect(talk.requests).toHaveLength(2);
    expect(talk.conversation.history.find((item) => item.type === "tool" && item.call.name === "look")).toMatchObject({
      call: { arguments: { id: 7 } },
    });
  });

  it("asks for what the tool of a node needs", async () => {
    const tool = toolNamed("look", { parameters: { type: "object", properties: { id: {} }, required: ["id"] } });
    const spec = flow(toolNode("fetch", [["end"]], tool), hangup());
    const steps = ["Which id?", { call: "look", given: { id: 3 } }];
    const talk = talkWith(spec, { behave: () => steps.shift() ?? "" });
    expect(spoken(await talk.open())).toBe("Which id?");
    expect((await talk.say("three")).at(-1)).toEqual({ type: "end", endedReason: "assistant-ended-call" });
  });

  it("lets the model choose after a tool, without speaking its words", async () => {
    const spec = flow(
      toolNode("fetch", [
        ["good", "found"],
        ["bad", "not found"],
      ]),
      node("good", []),
      node("bad", []),
    );
    const talk = talkWith(spec, {
      behave: ({ tools }) => (tools.length > 0 ? { call: "go_to_bad", text: "Hm." } : "Sorry?"),
    });
    expect(spoken(await talk.open())).toBe(" [bad] Sorry?");
  });

  it("goes to a global node from anywhere, and back when the caller goes on", async () => {
    const toFaq = { tool: "go_to_faq", to: "faq", context: { type: "all" }, edge: { condition: "asks about prices" } } as const;
    const start = node("start", [["end", "is done"]]);
    const spec = flow(
      { ...start, ways: [...start.ways, toFaq] },
      node("faq", [], { node: { type: "conversation", returns: true } }),
      hangup(),
    );
    const talk = talkWith(spec, { behave: asks });
    await talk.open();
    expect(spoken(await talk.say("go_to_faq"))).toBe(" [faq] Prompt of faq.?");
    expect((await talk.say("thanks, go_to_end now")).at(-1)).toMatchObject({ type: "end" });
    expect(talk.path.map(({ name, from, edge }) => [name, from, edge])).toEqual([
      ["start", undefined, undefined],
      ["faq", "start", undefined],
      ["start", "faq", undefined],
      ["end", "start", 0],
    ]);
  });

  it("comes back from a global node that led on to another one", async () => {
    const toGlobal = (to: string, condition: string): Way => ({
      tool: `go_to_${to}`,
      to,
      context: { type: "all" },
      edge: { condition },
    });
    const global = (name: string, ways: Way[]) => node(name, [], { node: { type: "conversation", returns: true }, ways });
    const start = node("start", [["end", "is done"]]);
    const spec = flow(
      { ...start, ways: [...start.ways, toGlobal("faq", "asks about prices")] },
      global("faq", [toGlobal("upset", "{{ 1 == 1 }}")]),
      global("upset", []),
      hangup(),
    );
    const behave: Behavior = (request) => {
      const [prompt] = request.history;
      return prompt?.type === "system" && prompt.text === "Prompt of faq." ? "Prices are low." : asks(request);
    };
    const talk = talkWith(spec, { behave });
    await talk.open();
    expect(spoken(await talk.say("go_to_faq"))).toBe(" [faq] Prices are low. [upset] Prompt of upset.?");
    expect((await talk.say("thanks, go_to_end now")).at(-1)).toMatchObject({ type: "end" });
    expect(talk.names()).toEqual(["start", "faq", "upset", "start", "end"]);
    expect(JSON.stringify(talk.requests.at(-1)?.history)).toContain("Prompt of start.");
  });

  it("ends a loop of nodes that ask nothing", async () => {
    const spec = flow(node("a", [["b"]]), node("b", [["a"]]));
    const talk = talkWith(spec, { behave: () => "Hello." });
    expect((await talk.open()).at(-1)).toMatchObject({ type: "failure" });
  });

  it("never gets stuck: every turn of every workflow ends, and each step is reported", async () => {
    const names = ["n0", "n1", "n2", "n3", "n4"];
    const edge = fc.tuple(fc.constantFrom(...names), fc.constantFrom("the caller agrees", "{{ count > 2 }}", undefined));
    const anyNode = (name: string) =>
      fc
        .tuple(fc.constantFrom("conversation", "conversation", "tool", "hangup"), fc.array(edge, { maxLength: 3 }))
        .map(([type, edges]) => (type === "hangup" ? hangup(name) : type === "tool" ? toolNode(name, edges) : node(name, edges)));
    await fc.assert(
      fc.asyncProperty(fc.tuple(...names.map(anyNode)), fc.infiniteStream(fc.nat(99)), async (agents, dice) => {
        const roll = () => dice.next().value ?? 0;
        const talk = talkWith(flow(...agents), {
          behave: ({ tools }) => {
            const tool = tools[roll() % (tools.length + 1)];
            return tool ? { call: tool.name } : roll() % 2 === 0 ? "Well?" : "Well.";
          },
          values: { count: roll() % 5 },
        });
        let parts = await talk.open();
        for (let turn = 0; turn < 8 && parts.at(-1)?.type !== "end"; turn++) parts = await talk.say(`turn ${turn}`);
        const handoffs = talk.path.slice(1);
        expect(talk.path[0]?.name).toBe("n0");
        for (const [index, { from }] of handoffs.entries()) expect(from).toBe(talk.path[index]?.name);
        expect(talk.conversation.speaker.name).toBe(talk.names().at(-1));
      }),
      { numRuns: 100 },
    );
  });
});
