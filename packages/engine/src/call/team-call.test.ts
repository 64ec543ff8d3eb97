import type { CreateAssistant } from "@callwright/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AgentSpec } from "../conversation/agents/agent-spec.ts";
import { member, node } from "../conversation/agents/testing/team-talk.ts";
import { setUpSpeech } from "../speech/warm-up.ts";
import { setUpCall } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { hearingBy, ScriptedStt } from "../testing/scripted-stt.ts";
import { ScriptedTts } from "../testing/scripted-tts.ts";
import { tool } from "../testing/scripted-turn.ts";
import { createCallParts } from "./call-parts.ts";
import { CallTools } from "./call-tools.ts";

setUpSpeech();
beforeEach(stopTime);
afterEach(() => vi.useRealTimers());

type FakeSteps = (string | { tool: string })[][];

/** An assistant whose model takes these steps. */
const acting = (steps: FakeSteps, fields: CreateAssistant = {}): CreateAssistant => ({
  model: { provider: "callwright", model: "fake-tools", steps } as CreateAssistant["model"],
  startSpeakingPlan: { smartEndpointingEnabled: false },
  ...fields,
});

/** A call with a team in stopped time. Each agent has its own voice. */
async function holdTeam(agents: AgentSpec[], beforeConnecting = async () => {}) {
  const stts = new Map(agents.map(({ name }) => [name, new ScriptedStt([])]));
  const voices = new Map(agents.map(({ name }) => [name, new ScriptedTts((sentence) => sentence.length * 60)]));
  const team = { agents };
  const tools = new CallTools({ tools: [], run: async () => ({ result: "", failed: false }) }, new Map(), (agent) => ({
    tools: agent.tools,
    run: async () => ({ result: "found", failed: false }),
  }));
  const [first] = agents;
  const spec = { callId: "c", orgId: "o", assistant: first?.assistant ?? {}, variableValues: {}, team };
  const set = setUpCall(
    async (listener) => {
      const parts = await createCallParts(spec, { keys: {}, urls: {}, fakes: true }, listener, tools);
      const own = (name = first?.name ?? "") => voices.get(name) ?? new ScriptedTts(() => 0);
      const chains = new Map(agents.map(({ name }) => [name, onlyVoice(own(name), name)]));
      const chainOf = (name: string | undefined) => chains.get(name ?? "") ?? onlyVoice(own(), "lost");
      Object.assign(parts, hearingBy(stts.get(first?.name ?? "")), { voices: chainOf(first?.name) });
      if (parts.team)
        Object.assign(parts.team, {
          voicesOf: chainOf,
          transcribersFor: async (name: string) => hearingBy(stts.get(name)).transcribers,
        });
      return parts;
    },
    spec.assistant,
    { team },
    tools,
  );
  await set.call.offer("v=0");
  await beforeConnecting();
  set.connect();
  const heard = () => set.payloads("assistant.said").map(({ speaker, text }) => `${speaker}: ${text}`);
  const type = (content: string) =>
    set.transport.listener?.onText("app", JSON.stringify({ type: "add-message", message: { role: "user", content } }));
  const spokenBy = (name: string) => voices.get(name)?.said ?? [];
  return { ...set, heard, type, spokenBy, stts };
}

describe("a squad in a call", () => {
  it("lets each member speak with its own voice, and names the speaker to client, server and log", async () => {
    const reception = member(
      "Reception",
      [{ to: "Billing", message: "One moment." }],
      acting([[{ tool: "handoff_to_Billing" }]], { firstMessage: "Hello there." }),
    );
    const billing = member("Billing", [], acting([["It is paid."]], { firstMessage: "Billing here." }));
    const call = await holdTeam([reception, billing]);
    await passUntil(() => expect(call.heard()).toEqual(["Reception: Hello there."]));
    call.type("My invoice?");
    await passUntil(() => expect(call.heard()).toHaveLength(3));
    expect(call.heard()).toEqual(["Reception: Hello there.", "Reception: One moment.", "Billing: Billing here."]);
    expect(call.spokenBy("Reception")).toEqual(["Hello there.", "One moment."]);
    expect(call.spokenBy("Billing")).toEqual(["Billing here."]);
    await passUntil(() => expect(call.stts.get("Billing")?.streams).toBe(1));
    call.type("Is it paid?");
    await passUntil(() => expect(call.heard().at(-1)).toBe("Billing: It is paid."));
    expect(call.payloads("agent.started")).toEqual([
      { kind: "assistant", name: "Reception", variables: {} },
      { kind: "assistant", name: "Billing", from: "Reception", variables: {} },
    ]);
    const started = call.told.events.findIndex(({ type }) => type === "agent.started");
    expect(call.told.events.slice(0, started).map(({ type }) => type)).toEqual(["call.started", "prompt.rendered"]);
    const messages = call.transport.sent.map((text) => (text.startsWith("{") ? JSON.parse(text) : {}));
    expect(messages).toContainEqual({
      type: "transfer-update",
      toAssistant: { name: "Billing" },
      fromAssistant: { name: "Reception" },
    });
  });

  it("answers in the voice of the next member after a silent handoff, in the turn of the question", async () => {
    const a = member("A", ["B"], acting([[{ tool: "handoff_to_B" }]], { firstMessageMode: "assistant-waits-for-user" }));
    const b = member("B", [], acting([["I am B."]]));
    const call = await holdTeam([a, b]);
    call.type("Hi");
    await passUntil(() => expect(call.heard()).toEqual(["B: I am B."]));
    expect(call.payloads("user.said")[0]?.turn).toBe(call.payloads("assistant.said")[0]?.turn);
  });

  it("does not let the next member speak when the caller cuts off the message before the handoff", async () => {
    const long = "I now connect you with my colleague, who knows all about this.";
    const a = member(
      "A",
      [{ to: "B", message: long }],
      acting([[{ tool: "handoff_to_B" }]], { firstMessageMode: "assistant-waits-for-user" }),
    );
    const b = member("B", [], acting([["Yes?"]], { firstMessage: "This is B." }));
    const call = await holdTeam([a, b]);
    call.type("Hi");
    await passUntil(() => expect(call.payloads("speech.started")).toContainEqual({ role: "assistant", turn: 0 }));
    call.type("Wait");
    await passUntil(() => expect(call.heard().at(-1)).toBe("B: Yes?"));
    expect(call.heard().join(" ")).not.toContain("This is B.");
  });

  it("asks a silent caller in the words of the member that has the call", async () => {
    const idle = (words: string) => ({
      messagePlan: { idleMessages: [words], idleTimeoutSeconds: 5, idleMessageMaxSpokenCount: 1 },
    });
    const a = member("A", ["B"], acting([[{ tool: "handoff_to_B" }]], { firstMessage: "A here.", ...idle("Ask A?") }));
    const b = member("B", ["A"], acting([["I am B."]], idle("Ask B?")));
    const call = await holdTeam([a, b]);
    await passUntil(() => expect(call.heard()).toEqual(["A: A here.", "A: Ask A?"]));
    call.type("Hi");
    await passUntil(() => expect(call.heard().slice(2)).toEqual(["B: I am B.", "B: Ask B?"]));
  });
});

describe("a workflow in a call", () => {
  it("says one node after the other, runs a tool's node, and hangs up", async () => {
    const spoken = (name: string, words: string, to: string) => {
      const made = node(name, [[to]]);
      return { ...made, assistant: acting([[words]]) };
    };
    const agents = [
      spoken("hello", "Welcome.", "fetch"),
      node("fetch", [["bye"]], { node: { type: "tool" }, tools: [tool("look")] }),
      spoken("bye", "Goodbye now.", "end"),
      node("end", [], { node: { type: "hangup" } }),
    ].map((each) => (each.name === "hello" || each.name === "bye" ? withPrompt(each) : each));
    const call = await holdTeam(agents);
    await passUntil(() => expect(call.told.ended).toEqual(["assistant-ended-call"]));
    expect(call.heard()).toEqual(["hello: Welcome.", "bye: Goodbye now."]);
    expect(call.payloads("agent.started").map(({ name, edge }) => [name, edge])).toEqual([
      ["hello", undefined],
      ["fetch", 0],
      ["bye", 0],
      ["end", 0],
    ]);
    expect(call.payloads("tool.answered")).toMatchObject([{ name: "look", result: "found" }]);
  });

  it("logs the nodes that it has left before the caller is connected", async () => {
    const tell = withPrompt({ ...node("tell", [["end"]]), assistant: acting([["It is found."]]) });
    const agents = [
      node("fetch", [["tell"]], { node: { type: "tool" }, tools: [tool("look")] }),
      tell,
      node("end", [], { node: { type: "hangup" } }),
    ];
    const call = await holdTeam(agents, () => vi.advanceTimersByTimeAsync(2_000).then(() => {}));
    await passUntil(() => expect(call.told.ended).toEqual(["assistant-ended-call"]));
    const path = call.told.events.filter(({ type }) => ["call.started", "agent.started", "tool.called"].includes(type));
    expect(path.map(({ type, payload }) => ("name" in payload ? payload.name : type))).toEqual([
      "call.started",
      "fetch",
      "look",
      "tell",
      "end",
    ]);
  });
});

const withPrompt = (agent: AgentSpec): AgentSpec => ({
  ...agent,
  assistant: {
    ...agent.assistant,
    model: { ...agent.assistant.model, messages: [{ role: "system", content: "Speak." }] } as CreateAssistant["model"],
  },
});
