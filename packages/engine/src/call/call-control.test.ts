import type { CreateAssistant } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestCalls, type TestCall, type TestCalls } from "../testing/test-calls.ts";

/** What clients and supervisors ask of a running call, on a real call host and heard by a real caller. */

const RILEY: CreateAssistant = {
  name: "Riley",
  firstMessage: "Hello, this is Riley.",
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: "You are Riley. On Sunday we are closed." }],
  },
  transcriber: { provider: "callwright", model: "browser" },
};
const LONG_MESSAGE =
  "This is a very long announcement that goes on for quite some time. It has more than one sentence. Nobody hears this one.";
const ADA = { userId: "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33", name: "Ada" };
/** How words are said when nothing else is asked for. */
const PLAIN = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: false };

let calls: TestCalls;
beforeAll(async () => {
  calls = await startTestCalls();
});
afterAll(() => calls.close());

const spoke = (call: TestCall, count: number) =>
  call.caller.until(() => call.said().length >= count, `the assistant has spoken ${count} times`);
const closed = (call: TestCall) => {
  call.caller.close();
  return call.ended();
};

test.concurrent("adds a message in silence", async () => {
  const call = await calls.call(RILEY);
  await spoke(call, 1);
  call.caller.send({
    type: "add-message",
    message: { role: "system", content: "The caller is Ada." },
    triggerResponseEnabled: false,
  });
  await call.caller.until(() => call.payloads("message.added").length === 1, "the message is in");
  expect(call.payloads("message.added")).toEqual([{ role: "system", content: "The caller is Ada." }]);
  await closed(call);
  expect(call.said()).toHaveLength(1);
});

test.concurrent("says what a supervisor wants said, cutting the assistant off, and hangs up after it", async () => {
  const call = await calls.call({ ...RILEY, firstMessage: LONG_MESSAGE });
  await call.caller.until(() => call.payloads("speech.started").length > 0, "the assistant speaks");
  const message = { type: "say", content: "We close now.", interruptionsEnabled: false } as const;
  calls.pool.control(call.callId, { ...message, interruptAssistantEnabled: true, endCallAfterSpoken: true }, ADA);
  expect(await call.ended()).toMatchObject({ endedReason: "assistant-ended-call-after-message-spoken" });
  expect(call.payloads("assistant.said").map(({ interrupted }) => interrupted)).toEqual([true, false]);
  expect(call.payloads("user.interrupted")).toEqual([]);
  expect(call.payloads("control")).toEqual([{ control: "say", by: ADA }]);
});

test.concurrent("does what a supervisor asks for, and tells who it was", async () => {
  const call = await calls.call({ ...RILEY, firstMessageMode: "assistant-waits-for-user" });
  const { pool } = calls;
  const order = (control: "mute-assistant" | "unmute-assistant") => pool.control(call.callId, { type: "control", control }, ADA);
  const say = (message: string) => pool.control(call.callId, { type: "say", message, ...PLAIN }, ADA);
  order("mute-assistant");
  say("Nobody hears this.");
  await spoke(call, 1);
  expect(call.caller.lastSound).toBeUndefined();
  order("unmute-assistant");
  say("Everybody hears this.");
  await spoke(call, 2);
  await call.caller.until(() => call.caller.lastSound !== undefined, "the caller has heard it");
  const message = { role: "user", content: "Are you open on Sunday?" } as const;
  pool.control(call.callId, { type: "add-message", message, triggerResponseEnabled: true }, ADA);
  await spoke(call, 3);
  expect(call.said()[2]).toMatch(/sunday/i);
  pool.control(call.callId, { type: "end-call" }, ADA);
  expect(await call.ended()).toMatchObject({ endedReason: "manually-canceled" });
  expect(call.payloads("control")).toEqual(
    ["mute-assistant", "say", "unmute-assistant", "say", "add-message", "end-call"].map((control) => ({ control, by: ADA })),
  );
});

test.concurrent("tells what is being said while it is", async () => {
  const call = await calls.call({ ...RILEY, firstMessage: "Hello. How are you?" });
  await spoke(call, 1);
  call.caller.sendTelemetry({ type: "recognized", text: "when", final: false });
  call.caller.sendTelemetry({ type: "recognized", text: "when are you open on sunday", final: true });
  await spoke(call, 2);
  await closed(call);
  const texts = (role: string) => call.partials.filter((line) => line.role === role).map(({ text }) => text);
  expect(texts("assistant").slice(0, 2)).toEqual(["Hello.", "Hello. How are you?"]);
  expect(texts("user").at(-1)).toBe("when are you open on sunday");
  for (const { role, text, startMs, seq } of call.partials) {
    const said = call.events.find((event) => event.seq >= seq && event.type === `${role}.said`);
    expect(said?.payload).toMatchObject({ text: expect.stringContaining(text), startMs: expect.any(Number) });
    expect(startMs).toBeGreaterThanOrEqual(0);
  }
});

test.concurrent("mutes the assistant's sound, not its words", async () => {
  const call = await calls.call({ ...RILEY, firstMessageMode: "assistant-waits-for-user" });
  call.caller.send({ type: "control", control: "mute-assistant" });
  call.caller.send({ type: "say", message: "Nobody hears this." });
  await spoke(call, 1);
  expect(call.caller.lastSound).toBeUndefined();
  await closed(call);
});

test.concurrent("ends a call from the server's side", async () => {
  const call = await calls.call(RILEY);
  calls.pool.end(call.callId, "manually-canceled");
  expect(await call.ended()).toMatchObject({ endedReason: "manually-canceled" });
  expect(calls.pool.control(call.callId, { type: "end-call" }, ADA)).toBe(false);
});
