import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP_CHANNEL, type CreateAssistant, LOST_CALLER_TIMEOUT_MS } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { holdCall, partsOf, QUIET_ASSISTANT, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const RILEY: CreateAssistant = {
  firstMessage: "Hello, this is Riley.",
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: "On Saturday we are open from ten until four. On Sunday we are closed." }],
  },
  transcriber: { provider: "callwright", model: "browser" },
  startSpeakingPlan: { smartEndpointingEnabled: false },
};
/** Stereo, 16 kHz, 16 bit. */
const RECORDED_BYTES_PER_MS = 64;
const say = (message: string) => JSON.stringify({ type: "say", message });

it("silence counts while the caller is away, and needs no farewell", async () => {
  const assistant = { ...QUIET_ASSISTANT, silenceTimeoutSeconds: 10, endCallMessage: "Goodbye then." };
  const { transport, told, said } = await talk(assistant, partsOf(assistant), { callerMayReturn: true });
  transport.listener?.onClosed("hung-up");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(told.ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.ended).toEqual(["silence-timed-out"]);
  expect(said()).toEqual([]);
});

it("silence is counted from the start for a caller who returns", async () => {
  const assistant = { ...QUIET_ASSISTANT, silenceTimeoutSeconds: 10 };
  const { transport, told } = await talk(assistant, partsOf(assistant), { callerMayReturn: true });
  transport.listener?.onInterrupted(8_000);
  await vi.advanceTimersByTimeAsync(9_000);
  transport.listener?.onRestored();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(told.ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.ended).toEqual(["silence-timed-out"]);
});

it("a connection that is lost and not restored in time ends the call, with the reason", async () => {
  const { call, transport, told } = await talk();
  transport.listener?.onInterrupted(8_000);
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
  await passUntil(() => expect(said()).toEqual(["Still here."]));
  expect(told.ended).toEqual([]);
  call.end("worker-shutdown");
});

it("a caller who returns hears the speeches that had not begun, and nothing twice", async () => {
  const parts = partsOf(QUIET_ASSISTANT, 2_000);
  const { call, transport, connect, told, said } = await talk(QUIET_ASSISTANT, parts, { callerMayReturn: true });
  const payloads = (wanted: string) => told.events.flatMap(({ type, payload }) => (type === wanted ? [payload] : []));
  transport.listener?.onText(APP_CHANNEL, say("One two three four five six seven eight."));
  await passUntil(() => expect(payloads("speech.started")).toHaveLength(1));
  transport.listener?.onClosed("hung-up");
  await passUntil(() => expect(said()).toHaveLength(1));
  expect(payloads("assistant.said")[0]).toMatchObject({ interrupted: true });
  expect(payloads("user.interrupted")).toEqual([]);

  const words = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: false };
  call.control({ type: "say", message: "Welcome back.", ...words }, { userId: null, name: "Backend" });
  await call.offer("v=0");
  connect();
  await passUntil(() => expect(said().slice(1)).toEqual(["Welcome back."]));
  const order = told.events.flatMap(({ type, payload }) => {
    if (type === "caller.returned") return ["caller is back"];
    return type === "speech.started" && payload.role === "assistant" ? ["assistant speaks"] : [];
  });
  expect(order).toEqual(["assistant speaks", "caller is back", "assistant speaks"]);
  call.end("worker-shutdown");
});

it("a caller who comes back finds the same call: its conversation, its clock, its one recording", async () => {
  const folder = await mkdtemp(join(tmpdir(), "callwright-recording-"));
  const recordingPath = join(folder, "call.wav");
  try {
    const call = await holdCall(RILEY, { callerMayReturn: true, recordingPath });
    const ask = async (content: string) => {
      const count = call.said().length + 1;
      call.send({ type: "add-message", message: { role: "user", content } });
      await call.spoke(count);
      return call.said().at(-1);
    };
    await call.spoke(1);
    expect(await ask("Are you open on Saturday?")).toMatch(/saturday/i);
    call.transport.listener?.onClosed("hung-up");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(call.payloads("caller.left")).toEqual([{ how: "hung-up" }]);

    await call.join();
    await passUntil(() => expect(call.payloads("caller.returned")).toHaveLength(1));
    expect(call.telemetry()[0]).toEqual({ type: "session", hearing: "browser", recording: true, waitsForCallerMs: 60_000 });
    expect(call.messages().slice(0, 2)).toMatchObject([
      { type: "status-update", status: "in-progress" },
      { type: "conversation-update" },
    ]);
    expect(JSON.stringify(call.messages()[1])).toContain("Are you open on Saturday?");
    expect(await ask("Are you open on Sunday?")).toMatch(/sunday/i);
    call.send({ type: "end-call" });
    expect(await call.ended()).toBe("customer-ended-call");

    expect(call.told.events.map(({ seq }) => seq)).toEqual(call.told.events.map((_, index) => index));
    expect(call.payloads("call.started")).toHaveLength(1);
    expect(call.said()).toHaveLength(3);
    const lastMs = call.payloads("assistant.said").at(-1)?.endMs ?? Number.POSITIVE_INFINITY;
    await passUntil(() => expect(call.told.released).toBe(1));
    expect((await stat(recordingPath)).size / RECORDED_BYTES_PER_MS).toBeGreaterThan(lastMs);
    await expect(call.call.offer("v=0")).rejects.toMatchObject({ fault: "ended" });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("a caller whose browser is gone with the network is back in time on another connection, and talks on", async () => {
  const call = await holdCall(RILEY);
  await call.spoke(1);
  call.transport.listener?.onInterrupted(8_000);
  await call.join();
  await expect(call.call.restart(1, "v=0")).rejects.toMatchObject({ fault: "taken-over" });
  call.send({ type: "add-message", message: { role: "user", content: "Are you open on Sunday?" } });
  await call.spoke(2);
  expect(call.said().at(-1)).toMatch(/sunday/i);
  call.transports.at(-1)?.listener?.onClosed("hung-up");
  expect(await call.ended()).toBe("customer-ended-call");
});
