import type { CreateAssistant } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it } from "vitest";
import type { ToolOutcome } from "../conversation/agent-tool.ts";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { passUntil } from "../testing/fake-time.ts";
import { hookedCalls } from "../testing/hooked-call.ts";
import { speechSample } from "../testing/speech-sample.ts";

/** Hooks that fire on events, and at the end of a call. */

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
const talk = hookedCalls();

const NOTE = { type: "tool", tool: { type: "endCall" } } as const;

describe("interruptions", () => {
  const LONG = "This is a very long announcement that goes on for quite some time, and then for some more.";

  it("are answered first, unless it is such an answer that is interrupted", async () => {
    const call = await talk(
      {
        firstMessageMode: "assistant-speaks-first",
        firstMessage: LONG,
        firstMessageInterruptionsEnabled: true,
        hooks: [{ on: "assistant.speech.interrupted", do: [{ type: "say", exact: `Go ahead. ${LONG}` }] }],
      },
      {},
    );
    const started = (count: number) =>
      passUntil(() => expect(call.payloads("speech.started").length).toBeGreaterThanOrEqual(count));
    await started(1);
    call.recognize("Are you open on Saturday or on Sunday.");
    await passUntil(() => expect(call.payloads("user.interrupted")).toHaveLength(1));
    expect(call.fired()).toEqual(["assistant.speech.interrupted say"]);
    await passUntil(() => expect(call.payloads("speech.started").at(-1)).toMatchObject({ role: "assistant" }));
    await started(2);
    await call.pass(1_000);
    call.recognize("And I have another question for you.");
    await passUntil(() => expect(call.said().at(-1)).toBe("Yes."));
    const interrupted = call.events("assistant.said").filter(({ payload }) => payload.interrupted);
    const [ofHook, ...others] = interrupted.toSorted((a, b) => b.payload.text.length - a.payload.text.length);
    expect(ofHook?.payload.text).toMatch(/^Go ahead/);
    expect(call.fired()).toHaveLength(others.length);
  });

  it("of the caller are excused before the answer", async () => {
    const question = await speechSample("What are your opening hours on Saturday, and on Sunday, and on Monday?");
    const call = await talk({ hooks: [{ on: "customer.speech.interrupted", do: [{ type: "say", exact: "Sorry." }] }] });
    call.speak(question);
    await passUntil(() => expect(call.payloads("speech.started")).toMatchObject([{ role: "user" }]));
    call.send({ type: "say", content: "Please hold.", interruptionsEnabled: false });
    await passUntil(() => expect(call.fired()).toEqual(["customer.speech.interrupted say"]));
    call.speak(new Int16Array(SAMPLE_RATE));
    await passUntil(() => expect(call.said()).toContain("Sorry."));
    expect(call.said()[0]).toBe("Please hold.");
  });
});

describe("model.response.timeout", () => {
  it("says something while the model is awaited, once for each request", async () => {
    const call = await talk(
      { hooks: [{ on: "model.response.timeout", do: [{ type: "say", exact: "One moment, {{name}}." }] }] },
      {
        async *model() {
          await new Promise((resolve) => setTimeout(resolve, 8_000));
          yield "Here it is.";
        },
      },
    );
    call.recognize("hours on saturday.");
    await passUntil(() => expect(call.said()).toEqual(["One moment, Ada."]));
    await passUntil(() => expect(call.said()).toEqual(["One moment, Ada.", "Here it is."]));
    expect(call.fired()).toHaveLength(1);
  });

  it("does not go round in circles when the model is to word it", async () => {
    const call = await talk(
      { hooks: [{ on: "model.response.timeout", do: [{ type: "say", prompt: "Excuse yourself." }] }] },
      {
        async *model() {
          await new Promise((resolve) => setTimeout(resolve, 5_000));
          yield "Here it is.";
        },
      },
    );
    call.recognize("hours on saturday.");
    await call.pass(60_000);
    expect(call.said()).toEqual(["Here it is.", "Here it is."]);
    expect(call.fired()).toHaveLength(1);
  });
});

describe("assistant.transcriber.endpointedSpeechLowConfidence", () => {
  const REPEAT = { type: "say", exact: "Could you repeat that?" } as const;
  const on = "assistant.transcriber.endpointedSpeechLowConfidence";

  it.each([
    ["answers for the model", 0.3, [REPEAT], ["Could you repeat that?"]],
    ["leaves the answer to the model when it says nothing", 0.3, [NOTE], ["Yes."]],
    ["is not for words that are sure enough", 0.5, [REPEAT], ["Yes."]],
  ])("%s", async (_what, confidence, actions, said) => {
    const call = await talk({ hooks: [{ on, do: [...actions] }] }, { confidence, words: "ours on satur day." });
    await passUntil(() => expect(call.said()).toEqual(said));
    await call.pass(5_000);
    expect(call.said()).toEqual(said);
    expect(call.payloads("user.said")).toMatchObject([{ text: "ours on satur day.", confidence }]);
    expect(call.fired()).toHaveLength(confidence < 0.4 ? 1 : 0);
  });
});

describe("call.ending", () => {
  const hooks: CreateAssistant["hooks"] = [
    {
      on: "call.ending",
      filters: [{ type: "oneOf", key: "call.endedReason", oneOf: ["customer-ended-call", "pipeline-error"] }],
      do: [NOTE, { type: "message.add", message: { role: "system", content: "It is over." } }],
    },
  ];

  it("runs its actions after the caller has gone, and before the end is stored", async () => {
    let wasClosed = false;
    const call = await talk(
      { hooks },
      {
        run: async () => {
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          wasClosed = call.transport.closed;
          return { result: "Noted.", failed: false };
        },
      },
    );
    call.send({ type: "end-call" });
    expect(call.transport.sent.at(-1)).toContain('"status":"ended"');
    expect(await call.ended()).toBe("customer-ended-call");
    expect(wasClosed).toBe(true);
    expect(call.told.events.slice(-6).map(({ type }) => type)).toEqual([
      "hook.fired",
      "tool.called",
      "tool.answered",
      "message.added",
      "usage",
      "call.ended",
    ]);
    expect(call.payloads("tool.answered")).toMatchObject([{ name: "note", result: "Noted." }]);
  });

  it("does not wait for a tool that takes long, and starts nothing after", async () => {
    const call = await talk({ hooks }, { run: () => new Promise<ToolOutcome>(() => {}) });
    call.send({ type: "end-call" });
    const startMs = Date.now();
    await call.ended();
    expect(Date.now() - startMs).toBeLessThan(6_000);
    expect(call.payloads("tool.answered")).toMatchObject([{ failed: true, result: "The tool did not answer in 4.5 s." }]);
    expect(call.payloads("message.added")).toEqual([]);
  });

  it.each([
    ["manually-canceled", 0],
    ["pipeline-error", 1],
    ["call.in-progress.error-providerfault-openai-llm-failed", 1],
  ])("of %s", async (reason, count) => {
    const call = await talk({ hooks });
    call.call.end(reason);
    await call.ended();
    expect(call.fired()).toHaveLength(count);
  });

  it("cannot keep the call, nor run what the page would run", async () => {
    const call = await talk({ hooks }, { tool: { action: "client" } });
    call.send({ type: "end-call" });
    expect(await call.ended()).toBe("customer-ended-call");
    expect(call.payloads("tool.answered")).toMatchObject([{ failed: true, result: "No client is there to run this tool." }]);
  });
});
