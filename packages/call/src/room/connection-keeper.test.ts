import { expect, it, vi } from "vitest";
import { CallFailure } from "../call-failure.ts";
import { FakeTime } from "../testing/fake-time.ts";
import { ConnectionKeeper } from "./connection-keeper.ts";

const LOOK_MS = 500;

/** A link whose sound a test lets come and stop. What WebRTC does with an ICE restart is shown in Chromium: tests/browser/reconnect.slow.test.ts. */
class FakeLink {
  sound = 0;
  isForgotten = false;
  received = () => (this.isForgotten ? undefined : this.sound);
}

function setUp(findPath: () => Promise<void> = async () => {}, hostWaitsMs = 10_000) {
  const time = new FakeTime();
  const link = new FakeLink();
  const told: string[] = [];
  const attempt = vi.fn(findPath);
  let changeNetwork = () => {};
  const keeper = new ConnectionKeeper({
    clock: { nowMs: () => time.nowMs, schedule: time.schedule },
    hostWaitsMs: () => hostWaitsMs,
    received: link.received,
    findPath: attempt,
    onNetworkChange: (callback) => {
      changeNetwork = callback;
      return () => told.push("network forgotten");
    },
    onConnection: (event) => told.push(event),
    onLost: ({ code }) => told.push(code),
  });
  /** Lets time pass, with or without sound, and runs the pending work. */
  const pass = async (durationMs: number, { sound }: { sound: boolean }) => {
    for (let passedMs = 0; passedMs < durationMs; passedMs += LOOK_MS) {
      if (sound) link.sound += 1;
      time.advance(LOOK_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  keeper.start();
  return { attempt, keeper, link, time, told, pass, changeNetwork: () => changeNetwork() };
}

const offline = async () => {
  throw new CallFailure("room-unreachable", "offline");
};

it("does nothing while sound arrives, and holds no timer after its end", async () => {
  const { attempt, keeper, time, told, pass } = setUp();
  await pass(60_000, { sound: true });
  expect(told).toEqual(["connected"]);
  expect(attempt).not.toHaveBeenCalled();
  keeper.stop();
  expect(time.pending).toBe(0);
  expect(told).toEqual(["connected", "network forgotten"]);
});

it("reports an interruption, looks for another path, and reports that sound is back", async () => {
  const { attempt, told, pass } = setUp();
  await pass(2_000, { sound: true });
  await pass(4_000, { sound: false });
  expect(told).toEqual(["connected", "interrupted"]);
  await pass(1_000, { sound: true });
  expect(told).toEqual(["connected", "interrupted", "connected"]);
  await pass(30_000, { sound: true });
  expect(attempt).toHaveBeenCalledTimes(1);
});

it("does not take it for sound when the browser forgets who sent some", async () => {
  const { link, told, pass } = setUp(offline);
  await pass(1_000, { sound: true });
  await pass(8_000, { sound: false });
  link.isForgotten = true;
  await pass(2_000, { sound: false });
  expect(told).toEqual(["connected", "interrupted"]);
});

it("follows a change of the network before anything is missed", async () => {
  const { attempt, told, pass, changeNetwork } = setUp();
  await pass(1_000, { sound: true });
  changeNetwork();
  await pass(10_000, { sound: true });
  expect(attempt).toHaveBeenCalledTimes(1);
  expect(told).toEqual(["connected"]);
});

it.each([
  [10_000, 20_000],
  [60_000, 70_000],
])("tries while offline, ever less often, until the host has waited %i ms and has given up", async (hostWaitsMs, overMs) => {
  const { attempt, time, told, pass } = setUp(offline, hostWaitsMs);
  await pass(hostWaitsMs, { sound: false });
  expect(told).toEqual(["connected", "interrupted"]);
  const attempts = attempt.mock.calls.length;
  expect(attempts).toBeGreaterThan(2);
  expect(attempts).toBeLessThan(hostWaitsMs / 2_000 + 3);
  await pass(overMs - hostWaitsMs, { sound: false });
  expect(told).toEqual(["connected", "interrupted", "network forgotten", "connection-lost"]);
  expect(time.pending).toBe(0);
});

it.each([
  ["call-not-joinable", "connection-lost"],
  ["call-taken-over", "call-taken-over"],
])("stops at once when the host refuses with %s", async (refusal, code) => {
  const { told, pass } = setUp(async () => {
    throw new CallFailure(refusal, "refused");
  });
  await pass(3_500, { sound: false });
  expect(told).toEqual(["connected", "interrupted", "network forgotten", code]);
});

it("tries once more after a long sleep of the machine, before it gives up", async () => {
  const { attempt, time, told, pass } = setUp();
  await pass(1_000, { sound: true });
  time.advance(600_000);
  await pass(1_000, { sound: false });
  expect(attempt).toHaveBeenCalledTimes(1);
  await pass(1_000, { sound: true });
  expect(told).toEqual(["connected", "interrupted", "connected"]);
});

it("looks for another path as soon as the connection is known to be broken", async () => {
  const { attempt, keeper, link, told, pass } = setUp();
  await pass(1_000, { sound: true });
  // The last packets, which no look has seen.
  link.sound += 1;
  keeper.broke();
  await pass(500, { sound: false });
  expect(attempt).toHaveBeenCalledTimes(1);
  expect(told).toEqual(["connected", "interrupted"]);
  await pass(500, { sound: true });
  expect(told).toEqual(["connected", "interrupted", "connected"]);
});
