/** Rules 5, 7, 8 and 9 of the protocol: a mutation runs once, in order, and its client sees its effect before its response. */
import { ConvexError } from "convex/values";
import { afterEach, expect, it, onTestFinished } from "vitest";
import type { MemoryDatabase } from "./testing/memory-database.ts";
import { makeToken, type RealtimeRig, startRealtimeRig } from "./testing/realtime-rig.ts";
import { openSlowConnection } from "./testing/slow-connection.ts";
import { createTap } from "./testing/tapped-socket.ts";
import { act, addOptimistically, createGate, mutate, query, watch } from "./testing/watching.ts";

let rig: RealtimeRig;
afterEach(() => rig.close());

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail("it did not fail"),
    (error: Error) => error,
  );

/** A page that shows an added item together with its placeholder shows it twice. */
const isDoubled = (value: unknown) => (value as string[]).some((text) => (value as string[]).includes(`${text}?`));

const texts = (database: MemoryDatabase) => database.items.map(({ text }) => text);

it("rule 5: a change that is noticed before its commit is answered is not shown to its client before", async () => {
  rig = await startRealtimeRig();
  const [client, other] = [rig.client(), rig.client()];
  const shown = watch(client, "items:list", { list: "a" });
  const shownElsewhere = watch(other, "items:list", { list: "a" });
  await expect.poll(() => [shown.values, shownElsewhere.values]).toEqual([[[]], [[]]]);
  const gate = createGate();
  rig.database.hooks.afterCommit = gate.wait;
  const done = addOptimistically(client, "a", "real");
  await expect.poll(() => shownElsewhere.values.at(-1)).toEqual(["real"]);
  // Anything that the server had sent would have arrived by now.
  await act(client, "items:double", { value: 1 });
  expect(shown.values).toEqual([[], ["real?"]]);
  gate.open();
  await done;
  expect(shown.values).toEqual([[], ["real?"], ["real"]]);
});

it.each(["fast", "slow"])(
  "rule 5: over a %s connection a mutation that was done on a lost connection is answered on the next one before it is shown",
  async (speed) => {
    rig = await startRealtimeRig(speed === "slow" ? { limits: { replayGraceMs: 0 } } : {});
    const detour = await openSlowConnection(rig.port);
    onTestFinished(detour.close);
    const [client, other] = [rig.client(speed === "slow" ? { through: detour.url } : {}), rig.client()];
    const shown = watch(client, "items:list", { list: "a" });
    const shownElsewhere = watch(other, "items:list", { list: "a" });
    await expect.poll(() => [shown.values, shownElsewhere.values]).toEqual([[[]], [[]]]);
    const connections = cutAfterCommit(rig);
    // The replay waits until others of the scope have been served, as this client would have been.
    const replay = createGate();
    const done = addOptimistically(client, "a", "real");
    await expect.poll(() => connections.isCut).toBe(true);
    rig.database.hooks = { beforeTransaction: replay.wait };
    await expect.poll(() => replay.isReached).toBe(true);
    rig.database.add("a", "of somebody else");
    await expect.poll(() => shownElsewhere.values.at(-1)).toEqual(["real", "of somebody else"]);
    replay.open();
    await done;
    expect(shown.values.filter(isDoubled)).toEqual([]);
    expect(shown.values.at(-1)).toEqual(["real", "of somebody else"]);
    expect(texts(rig.database)).toEqual(["real", "of somebody else"]);
  },
);

/** The connections break when the next mutation has been committed, and before it is answered. */
function cutAfterCommit({ database, cutConnections }: RealtimeRig): { isCut: boolean } {
  const state = { isCut: false };
  database.hooks.afterCommit = () => {
    database.hooks.afterCommit = undefined;
    state.isCut = true;
    cutConnections();
  };
  return state;
}

it("rule 7: mutations of a connection are done one at a time, in the order they were sent", async () => {
  let running = 0;
  let most = 0;
  rig = await startRealtimeRig({
    functions: {
      mutations: {
        "items:slow": async ({ transaction }, args) => {
          most = Math.max(most, ++running);
          const { index } = args as { index: number };
          for (let turn = 0; turn < (index * 7) % 5; turn++) await new Promise((resolve) => setImmediate(resolve));
          running--;
          return transaction.add("a", `${index}`);
        },
      },
    },
  });
  const client = rig.client();
  const order = Array.from({ length: 100 }, (_, index) => index);
  await Promise.all(order.map((index) => mutate(client, "items:slow", { index })));
  expect(texts(rig.database)).toEqual(order.map(String));
  expect(most).toBe(1);
});

it("rule 7: what does not fit into the queue waits in the client's own buffers, and is done all the same", async () => {
  rig = await startRealtimeRig({ limits: { queuedMutations: 3 } });
  const client = rig.client();
  const order = Array.from({ length: 500 }, (_, index) => `${index}`);
  await Promise.all(order.map((text) => mutate(client, "items:add", { list: "a", text })));
  expect(texts(rig.database)).toEqual(order);
});

it("rule 7: actions run side by side", async () => {
  const both = createGate();
  let running = 0;
  const meet = async () => {
    if (++running === 2) both.open();
    await both.passed;
    return running;
  };
  rig = await startRealtimeRig({ functions: { actions: { "items:meet": meet } } });
  const client = rig.client();
  expect(await Promise.all([act(client, "items:meet"), act(client, "items:meet")])).toEqual([2, 2]);
});

it("rule 8: a mutation whose answer was lost is done once, and its promise resolves with the first answer", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  cutAfterCommit(rig);
  expect(await mutate(client, "items:add", { list: "a", text: "once" })).toBe(1);
  expect(shown.values.at(-1)).toEqual(["once"]);
  expect(texts(rig.database)).toEqual(["once"]);
});

it("rule 8: a replay that comes while the first is still being done waits for it", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const gate = createGate();
  rig.database.hooks.beforeCommit = gate.wait;
  const done = mutate(client, "items:add", { list: "a", text: "once" });
  await expect.poll(() => gate.isReached).toBe(true);
  rig.cutConnections();
  await expect.poll(() => rig.realtime.stats().connections).toBe(1);
  gate.open();
  expect(await done).toBe(1);
  expect(texts(rig.database)).toEqual(["once"]);
});

it("rule 8: another node knows what was done, and a server that is killed and started again too", async () => {
  rig = await startRealtimeRig();
  const { database, port } = rig;
  const client = rig.client();
  const shown = watch(client, "items:list", { list: "a" });
  await expect.poll(() => shown.values).toEqual([[]]);
  const killed = createGate();
  database.hooks.afterCommit = () => {
    database.hooks.afterCommit = undefined;
    void rig.kill().then(killed.open);
  };
  const done = Promise.all(["one", "two", "three"].map((text) => mutate(client, "items:add", { list: "a", text })));
  await killed.passed;
  const next = await startRealtimeRig({ database, port });
  try {
    expect(await done).toEqual([1, 2, 3]);
    expect(shown.values.at(-1)).toEqual(["one", "two", "three"]);
    expect(texts(database)).toEqual(["one", "two", "three"]);
  } finally {
    await client.close();
    await next.close();
  }
});

it("rule 8: what somebody did is not answered to who signs in after them in the same page, nor done again", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  let name = "ada";
  client.setAuth(async () => makeToken(name));
  const shown = watch(client, "items:mine");
  await expect.poll(() => shown.values).toHaveLength(1);
  const connections = cutAfterCommit(rig);
  const done = failureOf(mutate(client, "items:addMine", { list: "a", text: "hers" }));
  await expect.poll(() => connections.isCut).toBe(true);
  name = "bob";
  client.setAuth(async () => makeToken(name));
  expect((await done).message).toContain("Somebody else asked for this.");
  expect(texts(rig.database)).toEqual(["ada: hers"]);
});

it("rule 8: a commit that failed and was done is answered, one that was not is done, without the client's doing", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const failOnce = (when: "beforeCommit" | "afterCommit") => {
    rig.database.hooks[when] = () => {
      rig.database.hooks[when] = undefined;
      throw new Error("the connection to the database was lost");
    };
  };
  failOnce("beforeCommit");
  expect(await mutate(client, "items:add", { list: "a", text: "one" })).toBe(2);
  failOnce("afterCommit");
  expect(await mutate(client, "items:add", { list: "a", text: "two" })).toBe(3);
  expect(texts(rig.database)).toEqual(["one", "two"]);
});

it("rule 8: while nobody can say whether it was done, nobody says so: the client comes back until it is known", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  const unreachable = () => {
    throw new Error("the database is out of reach");
  };
  rig.database.hooks = { beforeTransaction: unreachable };
  const done = mutate(client, "items:add", { list: "a", text: "one" });
  await expect.poll(() => tap.closes).toEqual([{ code: 1011, reason: "InternalServerError" }]);
  rig.database.hooks = {};
  expect(await done).toBe(1);
  expect(texts(rig.database)).toEqual(["one"]);
});

it("rule 9: an action that was running when the connection broke has failed, its work is aborted, and it is not run again", async () => {
  let runs = 0;
  let aborted = 0;
  rig = await startRealtimeRig({
    functions: {
      actions: {
        "items:hang": ({ signal }) =>
          new Promise((_, reject) => {
            runs++;
            signal.addEventListener("abort", () => {
              aborted++;
              reject(new Error("aborted"));
            });
          }),
      },
    },
  });
  const client = rig.client();
  const failure = failureOf(act(client, "items:hang"));
  await expect.poll(() => runs).toBe(1);
  rig.cutConnections();
  expect((await failure).message).toContain("Connection lost while action was in flight");
  expect(await act(client, "items:double", { value: 2 })).toBe(4);
  expect([runs, aborted]).toEqual([1, 1]);
});

it("says why a function failed where it says so itself, and nothing of what it did not expect; nothing of it is done", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  const failing = (path: string) => new Promise((_, reject) => void client.onUpdate(query(path), {}, () => {}, reject));
  const expected = await Promise.all(
    [
      mutate(client, "items:refuse", { list: "a" }),
      act(client, "items:refuse"),
      failing("items:refused"),
      mutate(client, "items:nowhere"),
      mutate(client, "constructor"),
    ].map(failureOf),
  );
  expect(expected.every((error) => error instanceof ConvexError)).toBe(true);
  const codes = expected.map((error) => (error as ConvexError<{ code: string }>).data.code);
  expect(codes).toEqual(["list-full", "no-such-tool", "no-such-list", "unknown-function", "unknown-function"]);
  const unexpected = await Promise.all(
    [
      mutate(client, "items:break", { list: "a" }),
      act(client, "items:break"),
      failing("items:broken"),
      mutate(client, "items:unsendable", { list: "a" }),
    ].map(failureOf),
  );
  for (const error of unexpected) {
    expect(error).not.toBeInstanceOf(ConvexError);
    expect(error.message).toContain("InternalServerError: Something went wrong on the server. Try again.");
    expect(error.message).not.toContain("hunter2");
  }
  expect(texts(rig.database)).toEqual([]);
});

it("rolls back what takes too long, and says so", async () => {
  rig = await startRealtimeRig({
    limits: { mutationMs: 50 },
    functions: {
      mutations: {
        "items:hang": async ({ transaction }) => {
          transaction.add("a", "never seen");
          return await new Promise(() => {});
        },
      },
    },
  });
  const client = rig.client();
  const failure = failureOf(mutate(client, "items:hang"));
  const next = mutate(client, "items:add", { list: "a", text: "next" });
  expect(((await failure) as ConvexError<{ code: string }>).data.code).toBe("mutation-timeout");
  await next;
  expect(texts(rig.database)).toEqual(["next"]);
});
