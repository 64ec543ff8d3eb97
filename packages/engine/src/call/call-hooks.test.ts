import type { CreateAssistant } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "../media/audio-format.ts";
import { passUntil } from "../testing/fake-time.ts";
import { hookedCalls } from "../testing/hooked-call.ts";
import { speechSample } from "../testing/speech-sample.ts";

/** Idle messages, and hooks that fire with time. */

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
const talk = hookedCalls();

const SAY_HELLO = { type: "say", exact: "Hello?" } as const;
const NOTE = { type: "tool", tool: { type: "endCall" } } as const;
/** The samples of the question between its pauses: whole frames. */
const QUESTION_AT = [0.22 * SAMPLE_RATE, 2.4 * SAMPLE_RATE] as const;
const timeout = (timeoutSeconds: number, options = {}) => ({ timeoutSeconds, ...options });

describe("idle messages", () => {
  it("are spoken after each silence, one at random, up to their count, and leave the end to the silence timeout", async () => {
    const random = vi.fn().mockReturnValueOnce(0.9).mockReturnValue(0);
    const call = await talk(
      {
        silenceTimeoutSeconds: 30,
        messagePlan: {
          idleMessages: ["Are you there, {{name}}?", "Still with me?"],
          idleTimeoutSeconds: 5,
          idleMessageMaxSpokenCount: 2,
          silenceTimeoutMessage: "I hear nothing.",
        },
        endCallMessage: "Goodbye.",
      },
      { random },
    );
    expect(await call.ended()).toBe("silence-timed-out");
    expect(call.said()).toEqual(["Still with me?", "Are you there, Ada?", "I hear nothing."]);
    expect(call.fired()).toEqual(["messagePlan.idleMessages say", "messagePlan.idleMessages say"]);
    const [first = 0, second = 0] = call.saidAtMs();
    expect(first).toBeGreaterThanOrEqual(5_000);
    // The silence continues after the message, which takes 0.84 s.
    expect(second - first).toBeGreaterThanOrEqual(5_840);
    expect(second - first).toBeLessThan(6_840);
  });

  it("count again after the caller's words when they are to", async () => {
    const call = await talk({
      messagePlan: { idleMessages: ["Hello?"], idleMessageMaxSpokenCount: 1, idleMessageResetCountOnUserSpeechEnabled: true },
    });
    await call.pass(25_000);
    expect(call.said()).toEqual(["Hello?"]);
    call.recognize("I am here.");
    await call.pass(25_000);
    expect(call.said()).toEqual(["Hello?", "Yes.", "Hello?"]);
  });

  it("wait for a caller who speaks in that moment, and for an answer that is being thought of", { tags: "long" }, async () => {
    let answer = () => {};
    const thought = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const call = await talk(
      { messagePlan: { idleMessages: ["Hello?"], idleTimeoutSeconds: 20 } },
      {
        async *model() {
          await thought;
          yield "Yes.";
        },
      },
    );
    // Again and again, without the pauses before and after it: a pause ends the speech, and so does sound that does not come.
    const question = (await speechSample("What are your opening hours on Saturday?")).subarray(...QUESTION_AT);
    for (let at = 0; at < 25 * SAMPLE_RATE; at += FRAME_SAMPLES) {
      const start = at % question.length;
      call.speak(question.subarray(start, start + FRAME_SAMPLES));
      await call.pass(FRAME_MS);
    }
    await passUntil(() => expect(call.payloads("speech.started")).toMatchObject([{ role: "user" }]));
    expect(call.payloads("speech.stopped")).toEqual([]);
    call.speak(new Int16Array(SAMPLE_RATE));
    call.recognize("hours on saturday.");
    await call.pass(25_000);
    expect(call.fired()).toEqual([]);
    answer();
    await passUntil(() => expect(call.said()).toEqual(["Yes.", "Hello?"]));
  });

  it("end with the call", async () => {
    const call = await talk({ messagePlan: { idleMessages: ["This message takes some time."], idleTimeoutSeconds: 5 } });
    await passUntil(() => expect(call.payloads("speech.started")).toHaveLength(1));
    call.call.end("manually-canceled");
    expect(await call.ended()).toBe("manually-canceled");
    await call.pass(20_000);
    expect(call.fired()).toHaveLength(1);
    expect(call.told.events.at(-1)?.type).toBe("call.ended");
  });

  it("are not for a caller who is away", async () => {
    const call = await talk(
      { messagePlan: { idleMessages: ["Hello?"], idleTimeoutSeconds: 5 } },
      { spec: { callerMayReturn: true } },
    );
    call.transport.listener?.onInterrupted(8_000);
    await call.pass(20_000);
    expect(call.fired()).toEqual([]);
    call.transport.listener?.onRestored();
    await call.pass(4_900);
    expect(call.fired()).toEqual([]);
    await passUntil(() => expect(call.said()).toEqual(["Hello?"]));
  });
});

describe("customer.speech.timeout", () => {
  it("may have several hooks, the last of them ends the call", async () => {
    const call = await talk(
      {
        hooks: [
          { on: "customer.speech.timeout", options: timeout(10), do: [SAY_HELLO] },
          { on: "customer.speech.timeout", options: timeout(20), name: "second", do: [{ type: "say", prompt: "Ask {{name}}." }] },
          { on: "customer.speech.timeout", options: timeout(30), do: [{ type: "say", exact: "Bye." }, NOTE] },
        ],
      },
      {
        at: "2.1",
        tool: { name: "endCall", action: "end-call" },
        async *model({ history }) {
          yield `Heard: ${JSON.stringify(history.at(-1))}`;
        },
      },
    );
    expect(await call.ended()).toBe("assistant-ended-call");
    expect(call.said()).toEqual(["Hello?", 'Heard: {"type":"system","text":"Ask Ada."}', "Bye."]);
    expect(call.fired()).toEqual([
      "customer.speech.timeout say",
      "customer.speech.timeout second say",
      "customer.speech.timeout say tool",
    ]);
    expect(call.payloads("tool.answered")).toMatchObject([{ name: "endCall", failed: false }]);
  });

  it("counts an answer of its own as silence, whatever was added to the conversation", async () => {
    const message = { role: "user", content: "(silence)" } as const;
    const hook = { on: "customer.speech.timeout", do: [{ type: "message.add", message }] } as const;
    const options = timeout(5, { triggerMaxCount: 2, triggerResetMode: "onUserSpeech" as const });
    const call = await talk({ hooks: [{ ...hook, do: [...hook.do], options }] });
    await call.pass(60_000);
    expect(call.said()).toEqual(["Yes.", "Yes."]);
    expect(call.payloads("message.added")).toHaveLength(2);
  });
});

describe("call.timeElapsed", () => {
  it("waits for the running speech, runs its actions in order, and fires once", async () => {
    const call = await talk(
      {
        firstMessageMode: "assistant-speaks-first",
        firstMessage: "This is a long first message, which lasts for more than five seconds, and is not cut off.",
        hooks: [
          {
            on: "call.timeElapsed",
            options: { seconds: 2 },
            do: [
              SAY_HELLO,
              NOTE,
              { type: "message.add", message: { role: "system", content: "Be brief." }, triggerResponseEnabled: false },
              { type: "say", exact: "Go on." },
            ],
          },
        ],
      },
      { at: "0.1" },
    );
    await passUntil(() => expect(call.said()).toHaveLength(3));
    await call.pass(5_000);
    expect(call.events("hook.fired").map(({ atMs }) => Math.round(atMs / 100))).toEqual([20]);
    expect(call.said().slice(1)).toEqual(["Hello?", "Go on."]);
    const order = call.told.events.map(({ type }) => type).filter((type) => /said|answered|added/.test(type));
    expect(order).toEqual(["assistant.said", "assistant.said", "tool.answered", "message.added", "assistant.said"]);
    expect(call.payloads("tool.answered")).toMatchObject([{ name: "note", result: "Noted.", failed: false }]);
    expect(call.payloads("message.added")).toEqual([{ role: "system", content: "Be brief." }]);
  });
});

describe("a tool of a hook", () => {
  const hooks: CreateAssistant["hooks"] = [{ on: "call.timeElapsed", do: [NOTE] }];

  it("speaks its messages, and may be the page's", async () => {
    const call = await talk(
      { hooks },
      {
        tool: {
          action: "client",
          messages: [
            { type: "request-start", content: "One moment." },
            { type: "request-complete", content: "Done." },
          ],
        },
      },
    );
    await passUntil(() => expect(call.said()).toEqual(["One moment."]));
    const sent = call.transport.sent.filter((text) => text.includes('"tool-calls"'));
    expect(JSON.parse(sent[0] ?? "")).toMatchObject({ toolWithToolCallList: [{ function: { name: "note" } }] });
    call.send({ type: "tool-calls-result", toolCallResult: { toolCallId: "hook-0", result: "Shown." } });
    await passUntil(() => expect(call.said()).toEqual(["One moment.", "Done."]));
    expect(call.payloads("tool.answered")).toMatchObject([{ result: "Shown.", failed: false }]);
  });

  it("ends the call after what is being said", async () => {
    const call = await talk(
      { firstMessageMode: "assistant-speaks-first", firstMessage: "Thank you for calling us today.", hooks },
      { tool: { name: "endCall", action: "end-call" } },
    );
    expect(await call.ended()).toBe("assistant-ended-call");
    expect(call.payloads("assistant.said")).toMatchObject([{ text: "Thank you for calling us today.", interrupted: false }]);
  });
});
