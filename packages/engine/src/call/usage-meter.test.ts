import { TELEMETRY_CHANNEL } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { holdCall, QUIET_ASSISTANT } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const ASSISTANT = { ...QUIET_ASSISTANT, transcriber: { provider: "callwright" as const, model: "browser" } };
const MODEL = { part: "model", provider: "callwright", model: "builtin", local: true, amounts: {} };
const HEARING = { part: "transcriber", provider: "callwright", model: "browser", local: true, amounts: {} };

it("reports what the parts used after seconds and before the end, each once, and their totals to the caller's page", async () => {
  const call = await holdCall(ASSISTANT);
  const hear = (text: string) => call.sendTelemetry({ type: "recognized", text, final: true });
  hear("When do you open?");
  await call.spoke(1);
  await passUntil(() => expect(call.payloads("usage")).toEqual([{ usages: expect.arrayContaining([HEARING, MODEL]) }]));
  hear("And on Sunday?");
  await call.spoke(2);
  call.call.end("worker-shutdown");
  await call.ended();
  const usages = call.payloads("usage").flatMap((payload) => payload.usages);
  expect(usages.filter(({ part }) => part === "transcriber")).toEqual([HEARING]);
  expect(call.told.events.at(-1)?.type).toBe("call.ended");
  const [first] = call.telemetry().filter(({ type }) => type === "usage");
  expect(first).toEqual({ type: "usage", usages: expect.arrayContaining([HEARING, MODEL]) });
});

it("is not for visitors", async () => {
  const call = await holdCall(ASSISTANT, { isVisitor: true });
  await passUntil(() => expect(call.payloads("usage")).toHaveLength(1));
  expect(call.transports[0]?.sentOn(TELEMETRY_CHANNEL).join()).not.toContain('"usage"');
  call.call.end("worker-shutdown");
  await call.ended();
});
