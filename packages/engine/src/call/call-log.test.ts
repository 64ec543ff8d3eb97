import { CALL_EVENT_PAYLOADS, type CallEvent } from "@callwright/contract";
import { expect, it, vi } from "vitest";
import { CallClock } from "../model/call-clock.ts";
import { CallLog } from "./call-log.ts";

function setUp() {
  const events: CallEvent[] = [];
  let nowMs = 500;
  const clock = new CallClock(() => nowMs);
  const log = new CallLog(clock, (batch) => events.push(...batch));
  return { events, clock, log, at: (ms: number) => (nowMs = ms) };
}

it("begins with call.started, ends with call.ended, and numbers without gaps", () => {
  const { events, clock, log, at } = setUp();
  log.add({ type: "failure", payload: { part: "model", provider: "openai", message: "No key." } });
  clock.start();
  log.add({ type: "call.started", payload: { hearing: "text", recording: true } });
  at(1750.4);
  log.add({ type: "control", payload: { control: "mute-customer" } });
  log.add({ type: "call.ended", payload: { endedReason: "customer-ended-call" } });
  log.add({ type: "control", payload: { control: "too late" } });
  expect(events.map(({ seq, atMs, type }) => [seq, atMs, type])).toEqual([
    [0, 0, "call.started"],
    [1, 0, "failure"],
    [2, 1250, "control"],
    [3, 1250, "call.ended"],
  ]);
  for (const { type, payload } of events) expect(CALL_EVENT_PAYLOADS[type].safeParse(payload).success).toBe(true);
});

it("ends a call that nobody joined", () => {
  const { events, log } = setUp();
  log.add({ type: "call.ended", payload: { endedReason: "customer-did-not-answer" } });
  expect(events).toEqual([{ seq: 0, atMs: 0, type: "call.ended", payload: { endedReason: "customer-did-not-answer" } }]);
});

it("sends in batches", () => {
  vi.useFakeTimers();
  try {
    const batches: number[] = [];
    const log = new CallLog(new CallClock(() => 0), (events) => batches.push(events.length));
    log.add({ type: "call.started", payload: { hearing: "text", recording: false } });
    log.add({ type: "control", payload: { control: "mute-assistant" } });
    expect(batches).toEqual([]);
    vi.runAllTimers();
    expect(batches).toEqual([2]);
  } finally {
    vi.useRealTimers();
  }
});
