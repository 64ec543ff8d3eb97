import type { Change } from "@callwright/contract";
import { expect, test } from "vitest";
import type { LiveClient } from "./live-client.ts";
import { openLiveConnection } from "./live-connection.ts";

/** A client whose connection the test makes and breaks. */
function scriptedClient() {
  const listeners = new Set<() => void>();
  const updates = new Set<() => void>();
  let connection = { isConnected: false, count: 0, oldestMutationMs: undefined as number | undefined };
  const become = (next: Partial<typeof connection>) => {
    connection = { ...connection, ...next };
    for (const listener of listeners) listener();
  };
  const client = {
    query: () => ({
      answer: () => ({ data: [{ resource: "squad", revision: connection.count, ids: [] }], error: undefined }),
      onUpdate: (listener: () => void) => {
        updates.add(listener);
        return () => updates.delete(listener);
      },
    }),
    connection: () => connection,
    onConnection: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isClosed: false,
    close() {
      this.isClosed = true;
    },
  };
  return {
    client: client as typeof client & LiveClient,
    connect: () => become({ isConnected: true, count: connection.count + 1 }),
    lose: () => become({ isConnected: false }),
    waitFor: (oldestMutationMs: number) => become({ oldestMutationMs }),
    answer: () => {
      for (const update of updates) update();
    },
  };
}

function startConnection(loads: "work" | "fail first" = "work") {
  const clients: ReturnType<typeof scriptedClient>[] = [];
  const heard: (readonly Change[])[] = [];
  const losses: number[] = [];
  let nowMs = 1_000;
  let look = () => {};
  let isLooking = true;
  let fails = loads === "fail first";
  const connection = openLiveConnection({
    open: async () => {
      if (fails) {
        fails = false;
        throw new TypeError("Failed to fetch dynamically imported module");
      }
      const opened = scriptedClient();
      clients.push(opened);
      return opened.client;
    },
    clientOptions: { address: "http://127.0.0.1", fetchToken: async () => null, onRefused: () => {} },
    nowMs: () => nowMs,
    every: (_ms, work) => {
      look = work;
      return () => {
        isLooking = false;
      };
    },
    onChanges: (changes) => heard.push(changes),
    onLost: () => losses.push(nowMs),
    onNews: () => {},
  });
  return {
    connection,
    heard,
    losses,
    clients,
    isLooking: () => isLooking,
    /** The newest client, when it is the `count`th. */
    newest: async (count: number) => {
      await expect.poll(() => clients.length).toBe(count);
      await expect.poll(connection.client).toBe(clients.at(-1)?.client);
      const client = clients.at(-1);
      if (!client) throw new Error("There is none.");
      return client;
    },
    /** Advances the time second by second. */
    pass: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        nowMs += 1_000;
        look();
      }
    },
  };
}

test("the connection is live after it has said what changed last, not before", async () => {
  const { connection, newest, heard } = startConnection();
  expect(connection.state()).toBe("connecting");
  const client = await newest(1);
  client.connect();
  expect(connection.state()).toBe("connecting");
  client.answer();
  expect(connection.state()).toBe("live");
  expect(heard).toHaveLength(1);
});

test("a lost connection ends that at once, and only a new answer begins it again", async () => {
  const { connection, newest, losses } = startConnection();
  const client = await newest(1);
  client.connect();
  client.answer();
  client.lose();
  expect(connection.state()).toBe("connecting");
  expect(losses).toEqual([1_000]);
  client.connect();
  expect(connection.state()).toBe("connecting");
  client.answer();
  expect(connection.state()).toBe("live");
});

test("after 10 s without it is said that the screens are not live", async () => {
  const { connection, newest, pass } = startConnection();
  const client = await newest(1);
  pass(10_000);
  expect(connection.state()).toBe("connecting");
  pass(1_000);
  expect(connection.state()).toBe("polling");
  client.connect();
  client.answer();
  expect(connection.state()).toBe("live");
  client.lose();
  expect(connection.state()).toBe("connecting");
});

test("a stuck client is replaced by another one, and what the first says no longer counts", async () => {
  const { connection, newest, pass, heard } = startConnection();
  const first = await newest(1);
  first.connect();
  first.answer();
  pass(5_000);
  first.waitFor(6_000);
  pass(30_000);
  expect(first.client.isClosed).toBe(false);
  pass(1_000);
  expect(first.client.isClosed).toBe(true);
  const second = await newest(2);
  first.answer();
  expect([connection.state(), heard.length]).toEqual(["connecting", 1]);
  second.connect();
  second.answer();
  expect(connection.state()).toBe("live");
});

test("code that could not be loaded is loaded again", async () => {
  const { connection, newest, pass } = startConnection("fail first");
  expect(connection.client()).toBeUndefined();
  await expect
    .poll(() => {
      pass(1_000);
      return connection.client() !== undefined;
    })
    .toBe(true);
  (await newest(1)).connect();
  expect(connection.state()).not.toBe("live");
});

test("a closed connection closes its client and stops looking", async () => {
  const { connection, newest, isLooking } = startConnection();
  const { client } = await newest(1);
  connection.close();
  expect([client.isClosed, isLooking(), connection.client()]).toEqual([true, false, undefined]);
});

test("a client whose code arrives after the connection was closed is closed, too", async () => {
  const { connection, clients } = startConnection();
  connection.close();
  await expect.poll(() => clients[0]?.client.isClosed).toBe(true);
  expect(connection.client()).toBeUndefined();
});
