import { connect, createServer } from "node:net";
import { expect, it } from "vitest";
import { createClock } from "./clock.ts";
import { closingRigs } from "./testing/closing-rigs.ts";
import { MemoryDatabase } from "./testing/memory-database.ts";
import { createTap, type Tap } from "./testing/tapped-socket.ts";
import { createGate, mutate, type Watched, watch } from "./testing/watching.ts";

const start = closingRigs();

const SECOND_NS = 1_000_000_000n;

it("never gives the same time twice, and never goes back, whatever the machine's clock does", () => {
  let nowMs = 1_000;
  const clock = createClock({ nowMs: () => nowMs });
  const times = [clock.tick(), clock.tick()];
  nowMs = 2_000;
  times.push(clock.tick());
  nowMs = 500;
  times.push(clock.tick(), clock.tick());
  expect(times).toEqual([SECOND_NS, SECOND_NS + 1n, 2n * SECOND_NS, 2n * SECOND_NS + 1n, 2n * SECOND_NS + 2n]);
});

it("goes on after the newest time that was stored", () => {
  expect(createClock({ nowMs: () => 1_000, lastTs: 7n * SECOND_NS }).tick()).toBe(7n * SECOND_NS + 1n);
});

it("follows a client's time for 60 seconds at most, and a store's further, never to where times turn negative", () => {
  const clock = createClock({ nowMs: () => 0 });
  clock.observe(60n * SECOND_NS);
  expect(clock.last()).toBe(60n * SECOND_NS);
  clock.observe(61n * SECOND_NS);
  clock.observe(2n ** 64n - 1n);
  clock.lift(2n ** 63n);
  expect(clock.last()).toBe(60n * SECOND_NS);
  clock.lift(600n * SECOND_NS);
  expect(clock.tick()).toBe(600n * SECOND_NS + 1n);
});

const endOfLast = (tap: Tap) => {
  const { frame } = tap.frames.findLast((each) => each.frame.type === "Transition") ?? expect.fail("no transition");
  return Buffer.from((frame.endVersion as { ts: string }).ts, "base64").readBigUInt64LE();
};

/** A client that has seen the times of a server with a clock `aheadMs` ahead connects to a server with the right time. */
async function moveToSlowerServer(aheadMs: number): Promise<{ before: bigint; after: bigint }> {
  const database = new MemoryDatabase();
  const first = await start({ database, clock: createClock({ nowMs: () => Date.now() + aheadMs }) });
  const tap = createTap();
  const client = first.client({ tap });
  const shown = watch(client, "items:list", { list: "a" });
  await mutate(client, "items:add", { list: "a", text: "one" });
  const before = endOfLast(tap);
  await first.kill();
  await start({ database, port: first.port });
  await mutate(client, "items:add", { list: "a", text: "two" });
  expect(shown.values.at(-1)).toEqual(["one", "two"]);
  return { before, after: endOfLast(tap) };
}

it("rule 10: a server that is behind what a client has seen goes on from there", async () => {
  const { before, after } = await moveToSlowerServer(30_000);
  expect(after).toBeGreaterThan(before);
});

it("rule 10: a client that names a time far ahead does not take the server there, and is served all the same", async () => {
  const { before, after } = await moveToSlowerServer(3_600_000);
  expect(after).toBeLessThan(before);
});

it("rule 10: a mutation that was answered by a server far ahead resolves at another", async () => {
  const database = new MemoryDatabase();
  const first = await start({ database, clock: createClock({ nowMs: () => Date.now() + 3_600_000 }) });
  const client = first.client();
  const tap = createTap();
  const watching = first.client({ tap });
  const shown = watch(watching, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  // It has the answer, and the server dies before the transition that it waits for.
  const gate = createGate();
  database.hooks.beforeSnapshot = gate.wait;
  const done = mutate(watching, "items:add", { list: "a", text: "one" });
  await expect.poll(() => tap.frames.some(({ frame }) => frame.type === "MutationResponse")).toBe(true);
  await first.kill();
  database.hooks = {};
  gate.open();
  await start({ database, port: first.port });
  expect(await done).toBe(1);
  expect(shown.values.at(-1)).toEqual(["one"]);
  await client.close();
});

it("rule 10: what a client has seen at one server it goes on seeing at another that has not heard of it yet", async () => {
  const database = new MemoryDatabase();
  const ahead = await start({ database });
  // No notice reaches it while this test runs.
  const behind = await start({ database, noticeDelayMs: () => 600_000 });
  const [client, other] = [ahead.client(), behind.client()];
  const [shown, elsewhere] = [client, other].map((each) => watch(each, "items:list", { list: "a" })) as [Watched, Watched];
  await expect.poll(() => [shown.values, elsewhere.values]).toEqual([[[]], [[]]]);
  database.add("a", "one");
  await expect.poll(() => shown.values.at(-1)).toEqual(["one"]);
  await ahead.kill();
  const forward = createServer((socket) => void socket.pipe(connect(behind.port, "127.0.0.1")).pipe(socket));
  forward.listen(ahead.port, "127.0.0.1");
  try {
    // A new connection starts without data.
    await expect.poll(() => shown.values.length).toBe(3);
    expect(shown.values).toEqual([[], ["one"], ["one"]]);
    expect(behind.realtime.stats().connections).toBe(2);
  } finally {
    await client.close();
    forward.close();
  }
});
