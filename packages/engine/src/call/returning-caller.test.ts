import { APP_CHANNEL, LOST_CALLER_TIMEOUT_MS } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { partsOf, QUIET_ASSISTANT, setUpCall, talk } from "../testing/fake-call.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
afterEach(() => {
  vi.useRealTimers();
});

/** Immediates stay real: the speech session also waits for native code. */
const JS_TIMERS = { toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"] } as const;
const PATIENT = { timeout: 20_000 };
const say = (message: string) => JSON.stringify({ type: "say", message });

/** A call in fake time in which both can speak. */
async function talkInFakeTime(assistant: typeof QUIET_ASSISTANT, callerMayReturn: boolean) {
  vi.useFakeTimers({ toFake: [...JS_TIMERS.toFake] });
  const set = setUpCall(async () => partsOf(assistant), assistant, { callerMayReturn });
  await set.call.offer("v=0");
  set.connect();
  while (!set.transport.sent.includes("listening")) {
    await vi.advanceTimersByTimeAsync(10);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return set;
}

it("silence counts while the caller is away, and needs no farewell", async () => {
  const assistant = { ...QUIET_ASSISTANT, silenceTimeoutSeconds: 10, endCallMessage: "Goodbye then." };
  const { transport, told, said } = await talkInFakeTime(assistant, true);
  transport.listener?.onClosed("hung-up");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(told.ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.ended).toEqual(["silence-timed-out"]);
  expect(said()).toEqual([]);
});

it("a connection that is lost and not restored in time ends the call, with the reason", async () => {
  const { call, transport, told } = await talkInFakeTime(QUIET_ASSISTANT, false);
  transport.listener?.onInterrupted();
  await vi.advanceTimersByTimeAsync(500);
  expect(told.ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(LOST_CALLER_TIMEOUT_MS);
  expect(told.ended).toEqual(["customer-ended-call"]);
  expect(told.messages).toEqual(["The connection to the caller was lost."]);
  expect(told.events.flatMap(({ type, payload }) => (type === "caller.left" ? [payload] : []))).toEqual([{ how: "lost" }]);
  await expect(call.restart(1, "v=0")).rejects.toMatchObject({ fault: "ended" });
});

it("a second page that never gets connected takes nothing over", async () => {
  const { call, transport, told, said } = await talk();
  const { session } = await call.offer("v=0");
  expect(call.leave(session)).toBe(true);
  transport.listener?.onText(APP_CHANNEL, say("Still here."));
  await expect.poll(said, PATIENT).toEqual(["Still here."]);
  expect(told.ended).toEqual([]);
  call.end("worker-shutdown");
});

it("a caller who returns hears what was not begun, and nothing twice", async () => {
  const parts = partsOf(QUIET_ASSISTANT, 2_000);
  const { call, transport, connect, told, said } = await talk(QUIET_ASSISTANT, parts, { callerMayReturn: true });
  const payloads = (wanted: string) => told.events.flatMap(({ type, payload }) => (type === wanted ? [payload] : []));
  transport.listener?.onText(APP_CHANNEL, say("One two three four five six seven eight."));
  await expect.poll(() => payloads("speech.started"), PATIENT).toHaveLength(1);
  transport.listener?.onClosed("hung-up");
  await expect.poll(said, PATIENT).toHaveLength(1);
  expect(payloads("assistant.said")[0]).toMatchObject({ interrupted: true });
  expect(payloads("user.interrupted")).toEqual([]);

  const words = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: false };
  call.control({ type: "say", message: "Welcome back.", ...words }, { userId: null, name: "Backend" });
  await call.offer("v=0");
  connect();
  await expect.poll(() => said().slice(1), PATIENT).toEqual(["Welcome back."]);
  const order = told.events.flatMap(({ type, payload }) => {
    if (type === "caller.returned") return ["caller is back"];
    return type === "speech.started" && payload.role === "assistant" ? ["assistant speaks"] : [];
  });
  expect(order).toEqual(["assistant speaks", "caller is back", "assistant speaks"]);
  call.end("worker-shutdown");
});
