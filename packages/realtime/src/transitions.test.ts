/** Rules 1, 2, 3, 4, 6 and 13 of the protocol: what a client hears about changes, and how. */
import { afterEach, expect, it } from "vitest";
import { createClock } from "./clock.ts";
import { type RealtimeRig, startRealtimeRig } from "./testing/realtime-rig.ts";
import { createTap, type Tap } from "./testing/tapped-socket.ts";
import { act, createGate, mutate, watch } from "./testing/watching.ts";

let rig: RealtimeRig;
afterEach(() => rig.close());

interface Version {
  querySet: number;
  identity: number;
  ts: string;
}
interface Transition {
  startVersion: Version;
  endVersion: Version;
  modifications: { type: string; queryId: number }[];
}

const ofServer = (tap: Tap, type: string) => tap.frames.filter(({ from, frame }) => from === "server" && frame.type === type);
const transitions = (tap: Tap) => ofServer(tap, "Transition").map(({ frame }) => frame as unknown as Transition);
const time = (ts: unknown) => Buffer.from(String(ts), "base64").readBigUInt64LE();

it("answers a query, a mutation and an action of the official client", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  expect(await mutate(client, "items:add", { list: "a", text: "one" })).toBe(1);
  expect(shown.values).toEqual([[], ["one"]]);
  expect(await act(client, "items:double", { value: 21 })).toBe(42);
});

it("rule 1: every transition starts where the last one of the connection ended", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  const lists = Array.from({ length: 20 }, (_, index) => `list ${index}`);
  const shown = lists.map((list) => watch(client, "items:list", { list }));
  const done = lists.map((list) => mutate(client, "items:add", { list, text: "one" }));
  for (const { stop } of shown.slice(10)) stop();
  for (const list of lists) rig.database.add(list, "two");
  await Promise.all(done);
  await expect.poll(() => shown.slice(0, 10).map(({ values }) => (values.at(-1) as string[]).length)).toEqual(Array(10).fill(2));
  const told = transitions(tap);
  expect(told[0]?.startVersion).toEqual({ querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" });
  for (const [index, { startVersion }] of told.slice(1).entries()) expect(startVersion).toEqual(told[index]?.endVersion);
  expect(client.connectionState()).toMatchObject({ connectionCount: 1, hasInflightRequests: false });
});

it("rule 1: a transition that would lead nowhere is not sent: its client gets a new connection, and is right again", async () => {
  let isStanding = false;
  const clock = createClock({ nowMs: Date.now });
  rig = await startRealtimeRig({ clock: { ...clock, tick: () => (isStanding ? clock.last() : clock.tick()) } });
  const tap = createTap();
  const client = rig.client({ tap });
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  isStanding = true;
  rig.database.add("a", "one");
  await expect.poll(() => tap.closes).toEqual([{ code: 1011, reason: "InternalServerError" }]);
  expect(shown.values).toEqual([[]]);
  isStanding = false;
  await expect.poll(() => shown.values).toEqual([[], ["one"]]);
  expect(rig.logged).toContain("a transition leads backwards");
});

it("rule 2: a client that goes on from something else gets a new connection, and is right again", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  const first = watch(client, "items:list", { list: "a" });
  await expect.poll(() => first.values).toEqual([[]]);
  tap.tamper = (frame) => ({ ...frame, baseVersion: 7 });
  const second = watch(client, "items:list", { list: "b" });
  await expect.poll(() => tap.closes).toEqual([{ code: 1002, reason: "ProtocolError" }]);
  tap.tamper = null;
  await expect.poll(() => second.values).toEqual([[]]);
});

it("rule 2: what no client says closes the connection", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  tap.tamper = (frame) => (frame.type === "Connect" ? { ...frame, sessionId: "not one" } : frame);
  await expect.poll(() => tap.closes).toEqual([{ code: 1002, reason: "ProtocolError" }]);
  tap.tamper = null;
  expect(await mutate(client, "items:add", { list: "a", text: "one" })).toBe(1);
});

it("rule 3: every change of the queries is acknowledged, also an empty one and a removal", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  await expect.poll(() => transitions(tap).at(-1)).toMatchObject({ endVersion: { querySet: 1 }, modifications: [] });
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  shown.stop();
  const removal = { endVersion: { querySet: 3 }, modifications: [{ type: "QueryRemoved", queryId: 0 }] };
  await expect.poll(() => transitions(tap).at(-1)).toMatchObject(removal);
});

it("rule 3: what is asked while a round runs is acknowledged by the next one, with its answer", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  const gate = createGate();
  rig.database.hooks.afterSnapshot = gate.wait;
  const first = watch(client, "items:list", { list: "a" });
  await expect.poll(() => gate.isReached).toBe(true);
  const second = watch(client, "items:list", { list: "b" });
  // The answer shows that the server has read all earlier messages.
  await act(client, "items:double", { value: 1 });
  gate.open();
  await expect.poll(() => [first.values, second.values]).toEqual([[[]], [[]]]);
  const acknowledged = transitions(tap).map(({ endVersion, modifications }) => [endVersion.querySet, modifications.length]);
  expect(acknowledged).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

it("rule 4: a mutation's answer comes first, and a transition of its time or later follows even without news", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  await expect.poll(() => transitions(tap)).toHaveLength(1);
  expect(await mutate(client, "items:add", { list: "a", text: "one" })).toBe(1);
  const [answer, transition] = tap.frames
    .slice(-2)
    .map(({ frame }) => frame as unknown as Transition & { type: string; ts: string });
  expect([answer?.type, transition?.type]).toEqual(["MutationResponse", "Transition"]);
  expect(transition?.modifications).toEqual([]);
  expect(time(transition?.endVersion.ts)).toBeGreaterThanOrEqual(time(answer?.ts));
});

it("rule 4: a client that mutates sees what it wrote, though a round of a later time has not seen the commit", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const shown = watch(client, "items:list", { list: "a" });
  const others = watch(client, "items:list", { list: "b" });
  await expect.poll(() => [shown.values, others.values]).toEqual([[[]], [[]]]);
  const commit = createGate();
  const snapshot = createGate();
  rig.database.hooks = { beforeCommit: commit.wait };
  const done = mutate(client, "items:add", { list: "a", text: "mine" }).then(() => shown.values.at(-1));
  await expect.poll(() => commit.isReached).toBe(true);
  // Another client of the scope asks, so that a round begins after the mutation has its time and before it is committed.
  rig.database.hooks.afterSnapshot = snapshot.wait;
  const other = rig.client();
  const elsewhere = watch(other, "items:count", { list: "a" });
  await expect.poll(() => snapshot.isReached).toBe(true);
  rig.database.hooks.afterSnapshot = undefined;
  commit.open();
  await expect.poll(() => rig.database.items).toHaveLength(1);
  snapshot.open();
  expect(await done).toEqual(["mine"]);
  await expect.poll(() => elsewhere.values.at(-1)).toBe(1);
});

it("rule 6: queries that are shown together are of one moment", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const torn: unknown[] = [];
  watch(client, "items:list", { list: "a" });
  const counts = watch(client, "items:count", { list: "a" });
  client.client.addOnTransitionHandler(() => {
    const list = client.client.localQueryResult("items:list", { list: "a" }) as string[] | undefined;
    const count = client.client.localQueryResult("items:count", { list: "a" });
    if (list?.length !== count) torn.push({ list, count });
  });
  rig.database.hooks.afterSnapshot = () => new Promise((resolve) => setImmediate(resolve));
  for (let index = 0; index < 200; index++) {
    rig.database.add("a", `${index}`);
    if (index % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => counts.values.at(-1)).toBe(200);
  expect(torn).toEqual([]);
});

it("rule 6: what changes while a round runs is one more round, however much it is, and nothing is lost", async () => {
  rig = await startRealtimeRig({ limits: { noticeGapMs: 0 } });
  const tap = createTap();
  const client = rig.client({ tap });
  const shown = watch(client, "items:count", { list: "a" });
  await expect.poll(() => shown.values).toEqual([0]);
  const gate = createGate();
  rig.database.hooks.afterSnapshot = gate.wait;
  rig.database.add("a", "first");
  await expect.poll(() => gate.isReached).toBe(true);
  for (let index = 0; index < 100; index++) rig.database.add("a", `${index}`);
  gate.open();
  await expect.poll(() => shown.values).toEqual([0, 1, 101]);
});

it("rule 6: a change between a query's first snapshot and its answer is seen, though nobody knew yet what it depends on", async () => {
  rig = await startRealtimeRig();
  const gate = createGate();
  rig.database.hooks.afterSnapshot = gate.wait;
  const shown = watch(rig.client(), "items:list", { list: "a" });
  await expect.poll(() => gate.isReached).toBe(true);
  rig.database.add("a", "meanwhile");
  gate.open();
  await expect.poll(() => shown.values.at(-1)).toEqual(["meanwhile"]);
});

it("rule 13: an equal result is not sent again", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  await mutate(client, "items:add", { list: "b", text: "elsewhere" });
  expect(rig.database.snapshots).toBeGreaterThan(1);
  expect(transitions(tap).at(-1)?.modifications).toEqual([]);
  expect(shown.values).toEqual([[]]);
});

it("asks the database once for what many watch", async () => {
  rig = await startRealtimeRig();
  const shown = Array.from({ length: 20 }, () => watch(rig.client(), "items:list", { list: "a" }));
  await expect.poll(() => shown.map(({ values }) => values)).toEqual(Array(20).fill([[]]));
  const before = rig.database.snapshots;
  rig.database.add("a", "one");
  await expect.poll(() => shown.map(({ values }) => values.length)).toEqual(Array(20).fill(2));
  expect(rig.database.snapshots - before).toBe(1);
  expect(rig.realtime.stats()).toMatchObject({ connections: 20, scopes: 1, queries: 1 });
});
