/** Rule 11 of the protocol, limits, backpressure and shutdown: no client keeps a dead connection. */
import { connect } from "node:net";
import type { ConvexError } from "convex/values";
import { expect, it } from "vitest";
import { REALTIME_LIMITS } from "./limits.ts";
import { closingRigs } from "./testing/closing-rigs.ts";
import { MemoryDatabase } from "./testing/memory-database.ts";
import { makeToken } from "./testing/realtime-rig.ts";
import { createTap } from "./testing/tapped-socket.ts";
import { act, createGate, mutate, watch } from "./testing/watching.ts";

const start = closingRigs();

const code = (error: Error | undefined) => (error as ConvexError<{ code: string }> | undefined)?.data.code;

it("rule 11: silence is broken by a ping, within 15 seconds", async () => {
  expect(REALTIME_LIMITS.pingAfterMs + REALTIME_LIMITS.sweepMs).toBeLessThanOrEqual(15_000);
  const rig = await start({ limits: { pingAfterMs: 30 } });
  const tap = createTap();
  const client = rig.client({ tap });
  await expect.poll(() => tap.frames.filter(({ frame }) => frame.type === "Ping").length).toBeGreaterThan(3);
  expect(client.connectionState()).toMatchObject({ isWebSocketConnected: true, connectionCount: 1 });
});

it("a client that is gone without a word is noticed", async () => {
  const rig = await start({ limits: { pingAfterMs: 20, probeAfterMs: 40, deadAfterMs: 200 } });
  const tap = createTap();
  const client = rig.client({ tap });
  await mutate(client, "items:add", { list: "a", text: "one" });
  const other = rig.client();
  await mutate(other, "items:add", { list: "a", text: "two" });
  tap.sockets[0]?.pause();
  await expect.poll(() => rig.realtime.stats().connections).toBe(1);
  // A client that answers the websocket's pings stays.
  expect(other.connectionState()).toMatchObject({ isWebSocketConnected: true, connectionCount: 1 });
  tap.sockets[0]?.resume();
});

it("a connection that says nothing is closed", async () => {
  const rig = await start({ limits: { silentMs: 50 } });
  const tap = createTap();
  const client = rig.client({ tap, expectAuth: true });
  await expect.poll(() => tap.closes[0]).toEqual({ code: 1008, reason: "NothingSaid" });
  expect(client.connectionState().hasInflightRequests).toBe(false);
});

it("queries beyond the limit fail each with a sentence, and the others go on", async () => {
  const rig = await start({ limits: { queries: 2 } });
  const client = rig.client();
  const shown = ["a", "b", "c"].map((list) => watch(client, "items:list", { list }));
  await expect
    .poll(() => shown.map(({ values, errors }) => [values.length, code(errors[0])]))
    .toEqual([
      [1, undefined],
      [1, undefined],
      [0, "too-many-queries"],
    ]);
});

it("actions beyond the limit fail each with a sentence", async () => {
  const gate = createGate();
  const rig = await start({
    limits: { concurrentActions: 2 },
    functions: { actions: { "items:hang": async () => gate.wait().then(() => 1) } },
  });
  const client = rig.client();
  const running = [act(client, "items:hang"), act(client, "items:hang")];
  const failure = await act(client, "items:hang").then(
    () => undefined,
    (error: Error) => error,
  );
  expect(code(failure)).toBe("too-many-actions");
  gate.open();
  expect(await Promise.all(running)).toEqual([1, 1]);
});

it("connections beyond the limit are told to come back later", async () => {
  const rig = await start({ limits: { connections: 1 } });
  await mutate(rig.client(), "items:add", { list: "a", text: "one" });
  const tap = createTap();
  const late = rig.client({ tap });
  await expect.poll(() => tap.closes[0]).toEqual({ code: 1013, reason: "TooManyConcurrentRequests" });
  await late.close();
});

it("connections of one address that do not say who they are are few, and are closed after a while; others of it are let in", async () => {
  const rig = await start({ limits: { unauthenticatedPerAddress: 2, unauthenticatedMs: 300 } });
  const signedIn = [1, 2, 3].map(() => rig.client());
  for (const client of signedIn) {
    client.setAuth(async () => makeToken("ada"));
    expect(await mutate(client, "items:addMine", { list: "a", text: "one" })).toBeGreaterThan(0);
  }
  const taps = [createTap(), createTap(), createTap()];
  const strangers = taps.map((tap) => rig.client({ tap }));
  await expect.poll(() => taps.flatMap(({ closes }) => closes[0]?.reason ?? [])).toContain("TooManyConcurrentRequests");
  await expect.poll(() => taps.flatMap(({ closes }) => closes).map(({ reason }) => reason)).toContain("NotAuthenticated");
  await Promise.all(strangers.map((client) => client.close()));
  expect(signedIn.map((client) => client.connectionState().connectionCount)).toEqual([1, 1, 1]);
});

it("a frame that is too large closes its connection, and no other", async () => {
  const rig = await start({ limits: { frameBytes: 10_000 } });
  const tap = createTap();
  const [client, other] = [rig.client({ tap }), rig.client()];
  const shown = watch(other, "items:list", { list: "a" });
  const done = mutate(client, "items:add", { list: "a", text: "x".repeat(20_000) });
  await expect.poll(() => tap.closes[0]?.code).toBe(1009);
  await client.close();
  await expect.poll(() => shown.values).toEqual([[]]);
  expect(other.connectionState().connectionCount).toBe(1);
  void done;
});

it("who does not read is computed and sent nothing more, and has the newest when it reads again", async () => {
  const rig = await start({
    limits: { bufferedBytes: 100_000, noticeGapMs: 0 },
    functions: {
      queries: {
        "items:heavy": async ({ snapshot, dependOn }) => {
          dependOn("items:a");
          // Already compressed.
          const noise = Array.from({ length: 100_000 }, () => Math.random().toString(36)).join("");
          return { count: snapshot.items.length, noise };
        },
      },
    },
  });
  const tap = createTap();
  const client = rig.client({ tap });
  const shown = watch(client, "items:heavy");
  const counts = () => shown.values.map((value) => (value as { count: number }).count);
  await expect.poll(counts).toEqual([0]);
  tap.sockets[0]?.pause();
  // The operating system buffers some data; then no more is sent, however often the query changes.
  const other = rig.client();
  const watching = watch(other, "items:count", { list: "a" });
  const write = async (times: number) => {
    for (let index = 0; index < times; index++) {
      rig.database.add("a", "more");
      const { length } = rig.database.items;
      await expect.poll(() => watching.values.at(-1), { interval: 1 }).toBe(length);
    }
  };
  const sentBy = async (writes: number) => {
    const before = rig.realtime.stats().transitions;
    await write(writes);
    return rig.realtime.stats().transitions - before;
  };
  // At the end, the reader has one notice for each change.
  await expect.poll(() => sentBy(10)).toBe(10);
  tap.sockets[0]?.resume();
  await expect.poll(() => counts().at(-1)).toBe(rig.database.items.length);
  expect(client.connectionState().connectionCount).toBe(1);
});

it("a query that failed without a reason is asked again by itself", async () => {
  let isBroken = true;
  const rig = await start({
    functions: {
      queries: {
        "items:shaky": async () => {
          if (isBroken) throw new Error("the statement was cancelled");
          return "well";
        },
      },
    },
  });
  const client = rig.client();
  const shown = watch(client, "items:shaky");
  const beside = watch(client, "items:list", { list: "a" });
  await expect.poll(() => [shown.errors.length, beside.values]).toEqual([1, [[]]]);
  isBroken = false;
  await expect.poll(() => shown.values).toEqual(["well"]);
});

it("a snapshot that fails is taken again; when it goes on failing, everybody gets a new connection until it does not", {
  tags: "long",
}, async () => {
  const rig = await start();
  const tap = createTap();
  const client = rig.client({ tap });
  let failures = 1;
  rig.database.hooks.beforeSnapshot = () => {
    if (failures-- > 0) throw new Error("the database is out of reach");
  };
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  expect(tap.closes).toEqual([]);
  failures = 4;
  rig.database.add("a", "one");
  await expect.poll(() => tap.closes).toEqual([{ code: 1011, reason: "InternalServerError" }]);
  await expect.poll(() => shown.values.at(-1)).toEqual(["one"]);
});

it("a round that does not end costs its connections, which come back to another one", async () => {
  const rig = await start({ limits: { stuckMs: 200 } });
  const tap = createTap();
  const client = rig.client({ tap });
  const gate = createGate();
  rig.database.hooks.afterSnapshot = gate.wait;
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => gate.isReached).toBe(true);
  rig.database.hooks = {};
  await expect.poll(() => tap.closes).toEqual([{ code: 1011, reason: "InternalServerError" }]);
  await expect.poll(() => shown.values).toEqual([[]]);
  gate.open();
  expect(await mutate(client, "items:add", { list: "a", text: "one" })).toBe(1);
});

it("a server that stops answers what it is doing, tells everybody to come back, and they go on with the next one", async () => {
  const database = new MemoryDatabase();
  const first = await start({ database });
  const tap = createTap();
  const client = first.client({ tap });
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  const gate = createGate();
  database.hooks.beforeCommit = gate.wait;
  const running = mutate(client, "items:add", { list: "a", text: "running" });
  const waiting = mutate(client, "items:add", { list: "a", text: "waiting" });
  await expect.poll(() => gate.isReached).toBe(true);
  const closed = first.realtime.close();
  database.hooks = {};
  gate.open();
  await closed;
  expect(tap.closes).toEqual([{ code: 1012, reason: "" }]);
  expect(tap.frames.some(({ frame }) => frame.type === "MutationResponse")).toBe(true);
  expect(database.items).toHaveLength(1);
  await first.kill();
  await start({ database, port: first.port });
  expect(await Promise.all([running, waiting])).toEqual([1, 2]);
  expect(shown.values.at(-1)).toEqual(["running", "waiting"]);
});

it("a write through one node is seen by a client of the other", async () => {
  const database = new MemoryDatabase();
  const [one, two] = [await start({ database }), await start({ database })];
  const shown = watch(two.client(), "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  await mutate(one.client(), "items:add", { list: "a", text: "one" });
  await expect.poll(() => shown.values.at(-1)).toEqual(["one"]);
});

it("everything is asked again when it is not known what has changed", async () => {
  const rig = await start();
  const shown = watch(rig.client(), "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  rig.database.items = [{ id: 1, list: "a", text: "unnoticed" }];
  rig.realtime.invalidateAll();
  await expect.poll(() => shown.values.at(-1)).toEqual(["unnoticed"]);
});

it("keeps the path before /api, and answers any other path with 404", async () => {
  const rig = await start();
  const ask = async (path: string) => {
    const socket = connect(rig.port, "127.0.0.1");
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const status = await new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString().slice(9, 12))));
    socket.destroy();
    return status;
  };
  expect(await ask("/api/1.48.0/sync")).toBe("101");
  expect(await ask("/base/path/api/1.48.0/sync?x=1")).toBe("101");
  expect(await ask("/api/1.20.0/sync")).toBe("101");
  expect(rig.logged).toEqual(["a realtime client is older than what is tested"]);
  expect(await ask("/api/sync")).toBe("404");
  expect(await ask("/api/1.48.0/sync/more")).toBe("404");
  expect(await ask("/")).toBe("404");
});
