/** Rule 14 and section 6 of the protocol: the identity of a connection, its changes, and the results for each identity. */
import type { ConvexError } from "convex/values";
import { afterEach, expect, it } from "vitest";
import type { RealtimeLimits } from "./limits.ts";
import { makeToken, type RealtimeRig, startRealtimeRig } from "./testing/realtime-rig.ts";
import { createTap, type Tap } from "./testing/tapped-socket.ts";
import { act, createGate, mutate, watch } from "./testing/watching.ts";

let rig: RealtimeRig;
afterEach(() => rig.close());

const sent = (tap: Tap, type: string) => tap.frames.filter(({ frame }) => frame.type === type);
const scopes = (values: unknown[]) => values.map((value) => (value as { scope: string }).scope);
const codes = (errors: Error[]) => errors.map((error) => (error as ConvexError<{ code: string }>).data.code);

it("rule 14: queries are run for whom the token before them names", async () => {
  rig = await startRealtimeRig();
  const client = rig.client({ expectAuth: true });
  const gate = createGate();
  rig.beforeAuthenticate.hook = gate.wait;
  const shown = watch(client, "items:mine");
  const states: boolean[] = [];
  client.setAuth(
    async () => makeToken("ada"),
    (isAuthenticated) => void states.push(isAuthenticated),
  );
  await expect.poll(() => gate.isReached).toBe(true);
  gate.open();
  await expect.poll(() => shown.values).toEqual([{ scope: "org:acme", items: 0 }]);
  // Every request has the token.
  expect(shown.errors).toEqual([]);
  expect(new Set(states)).toEqual(new Set([true]));
});

it("rule 14: another identity is another answer to every query, and equal ones are not sent again", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  const mine = watch(client, "items:mine");
  const list = watch(client, "items:list", { list: "a" });
  await expect.poll(() => codes(mine.errors)).toEqual(["unauthenticated"]);
  client.setAuth(async () => makeToken("ada", { org: "acme" }));
  await expect.poll(() => scopes(mine.values)).toEqual(["org:acme"]);
  client.setAuth(async () => makeToken("ada", { org: "other" }));
  await expect.poll(() => scopes(mine.values)).toEqual(["org:acme", "org:other"]);
  client.client.clearAuth();
  await expect.poll(() => codes(mine.errors)).toEqual(["unauthenticated", "unauthenticated"]);
  expect(list.values).toEqual([[]]);
});

it("rule 14: what a round finds for an identity that has been left meanwhile is not told to its client", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  client.setAuth(async () => makeToken("ada", { org: "acme" }));
  const mine = watch(client, "items:scope");
  await expect.poll(() => mine.values).toEqual(["org:acme"]);
  const gate = createGate();
  rig.database.hooks.afterSnapshot = gate.wait;
  const late = watch(client, "items:mine");
  await expect.poll(() => gate.isReached).toBe(true);
  client.setAuth(async () => makeToken("ada", { org: "other" }));
  rig.database.hooks.afterSnapshot = undefined;
  await expect.poll(() => mine.values).toEqual(["org:acme", "org:other"]);
  gate.open();
  await act(client, "items:double", { value: 1 });
  expect(scopes(late.values)).toEqual(["org:other"]);
});

it("a renewed token of the same person costs no query", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  client.setAuth(async () => makeToken("ada"));
  const mine = watch(client, "items:mine");
  // The client confirms its cached token, and asks for a fresh one at once.
  await expect
    .poll(() => sent(tap, "Transition").at(-1)?.frame)
    .toMatchObject({ endVersion: { identity: 2 }, modifications: [] });
  expect(mine.values).toHaveLength(1);
  const before = rig.database.snapshots;
  client.setAuth(async () => makeToken("ada"));
  await expect
    .poll(() => sent(tap, "Transition").at(-1)?.frame)
    .toMatchObject({ endVersion: { identity: 4 }, modifications: [] });
  expect(rig.database.snapshots).toBe(before);
});

it("a token that ends is renewed by the client before, without an interruption", { tags: "long" }, async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  let fetched = 0;
  client.setAuth(async () => {
    fetched++;
    return makeToken("ada", { livesSeconds: 4 });
  });
  const mine = watch(client, "items:mine");
  await expect.poll(() => fetched).toBe(4);
  expect(mine.errors).toEqual([]);
  expect(sent(tap, "AuthError")).toEqual([]);
  expect(client.connectionState().connectionCount).toBe(1);
});

it("a token that has ended is told as AuthError, before anything more is answered, and the client comes back with another", async () => {
  let nowMs = Date.now();
  rig = await startRealtimeRig({ nowMs: () => nowMs });
  const tap = createTap();
  const client = rig.client({ tap });
  client.setAuth(async () => makeToken("ada", { nowMs }));
  const mine = watch(client, "items:mine");
  await expect.poll(() => sent(tap, "Transition").at(-1)?.frame).toMatchObject({ endVersion: { identity: 2 } });
  nowMs += 3_600_001;
  expect(await mutate(client, "items:addMine", { list: "a", text: "later" })).toBe(1);
  expect(sent(tap, "AuthError").map(({ frame }) => frame)).toEqual([
    { type: "AuthError", error: "The token has expired.", baseVersion: 2, authUpdateAttempted: false },
  ]);
  expect(rig.database.items.map(({ text }) => text)).toEqual(["ada: later"]);
  expect(mine.errors).toEqual([]);
});

/** A client with Ada's token, which has expired unnoticed. Its next token is Bob's. */
async function startExpired(limits: Partial<RealtimeLimits> = { sweepMs: 600_000 }) {
  let nowMs = Date.now();
  let name = "ada";
  rig = await startRealtimeRig({ nowMs: () => nowMs, limits });
  const tap = createTap();
  const client = rig.client({ tap });
  client.setAuth(async () => makeToken(name, { nowMs }));
  const list = watch(client, "items:list", { list: "a" });
  await expect.poll(() => sent(tap, "Transition").at(-1)?.frame).toMatchObject({ endVersion: { identity: 2 } });
  const expire = () => {
    nowMs += 3_600_001;
    name = "bob";
  };
  return { client, tap, list, expire, isToldOfEnd: () => sent(tap, "AuthError").length > 0 };
}
const typesAfterEnd = (tap: Tap) => {
  const ofServer = tap.frames
    .filter(({ from, connection }) => from === "server" && connection === 0)
    .map(({ frame }) => frame.type);
  return ofServer.slice(ofServer.indexOf("AuthError") + 1);
};

it("rule 14: a change is not told to whose token has ended, but that it has", async () => {
  const { tap, list, expire } = await startExpired();
  expire();
  const before = sent(tap, "Transition").length;
  rig.database.add("a", "secret");
  await expect.poll(() => list.values.at(-1)).toEqual(["secret"]);
  const [error, ...later] = tap.frames
    .filter(({ frame: { type } }) => type === "AuthError" || type === "Transition")
    .slice(before);
  expect([error?.frame.type, error?.connection]).toEqual(["AuthError", 0]);
  expect(later.map(({ connection }) => connection)).not.toContain(0);
});

it("rule 14: nothing is done for whose token has ended, but they are told that it has", async () => {
  const { client, tap, expire, isToldOfEnd } = await startExpired();
  expire();
  await expect(act(client, "items:double", { value: 1 })).rejects.toThrow("Connection lost while action was in flight");
  expect(isToldOfEnd()).toBe(true);
  expect(sent(tap, "ActionResponse")).toEqual([]);
  expect(await act(client, "items:double", { value: 1 })).toBe(2);
});

it("rule 14: a mutation whose turn comes when the token has ended waits for the next one", async () => {
  const { client, expire } = await startExpired();
  const gate = createGate();
  rig.database.hooks.beforeCommit = gate.wait;
  const first = mutate(client, "items:addMine", { list: "a", text: "first" });
  const second = mutate(client, "items:addMine", { list: "a", text: "second" });
  await expect.poll(() => gate.isReached).toBe(true);
  expire();
  rig.database.hooks = {};
  gate.open();
  expect(await second).toBe(2);
  expect(rig.database.items.map(({ text }) => text)).toEqual(["ada: first", "bob: second"]);
  void first.catch(() => {});
});

it("rule 14: whose token has ended is told so though they say nothing and nothing changes", async () => {
  const { expire, isToldOfEnd } = await startExpired({});
  expire();
  await expect.poll(isToldOfEnd).toBe(true);
});

it("rule 14: a token that had ended before it was named is refused as it is named", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap, expectAuth: true });
  const mine = watch(client, "items:mine");
  let fetched = 0;
  client.setAuth(async () => makeToken("ada", fetched++ === 0 ? { nowMs: Date.now() - 7_200_000 } : {}));
  await expect.poll(() => scopes(mine.values)).toEqual(["org:acme"]);
  expect(sent(tap, "AuthError").map(({ frame }) => frame)).toEqual([
    { type: "AuthError", error: "The token has expired.", baseVersion: 0, authUpdateAttempted: true },
  ]);
});

it("rule 14: after an AuthError nothing more comes by the same connection", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap, expectAuth: true });
  const mine = watch(client, "items:mine");
  let fetched = 0;
  client.setAuth(async () => (fetched++ === 0 ? "no.token" : makeToken("ada")));
  await expect.poll(() => scopes(mine.values)).toEqual(["org:acme"]);
  expect(sent(tap, "AuthError")).toHaveLength(1);
  expect(typesAfterEnd(tap)).toEqual([]);
});

it("a token that opens nothing is refused as often as the client tries, and then it goes on without", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const log = { lines: [] as string[] };
  const client = rig.client({ tap, log });
  const states: boolean[] = [];
  let fetched = 0;
  client.setAuth(
    async () => `no.token.${fetched++}`,
    (isAuthenticated) => void states.push(isAuthenticated),
  );
  const mine = watch(client, "items:mine");
  await expect.poll(() => states).toEqual([false]);
  await expect.poll(() => codes(mine.errors)).toEqual(["unauthenticated"]);
  expect(sent(tap, "AuthError")[0]?.frame).toMatchObject({ baseVersion: 0, authUpdateAttempted: true });
  expect(log.lines.join("\n")).toContain('Failed to authenticate: "This is no token."');
});

it("a revoked token is noticed when the server is told that something about it changed", async () => {
  rig = await startRealtimeRig();
  const client = rig.client();
  let token = makeToken("ada");
  const fetched: string[] = [];
  client.setAuth(async () => {
    token = fetched.length < 2 ? makeToken("ada") : makeToken("ada", { org: "later" });
    fetched.push(token);
    return token;
  });
  const mine = watch(client, "items:mine");
  await expect.poll(() => fetched).toHaveLength(2);
  await expect.poll(() => scopes(mine.values)).toEqual(["org:acme"]);
  await act(client, "items:double", { value: 1 });
  for (const each of fetched) rig.revoked.add(each);
  rig.realtime.recheck(({ name }) => name === "somebody else");
  await act(client, "items:double", { value: 1 });
  expect(fetched).toHaveLength(2);
  rig.realtime.recheck(({ name }) => name === "ada");
  await expect.poll(() => scopes(mine.values)).toEqual(["org:acme", "org:later"]);
});

it("nothing is answered while it is not known whether a token still opens it", async () => {
  rig = await startRealtimeRig();
  const [client, other] = [rig.client(), rig.client()];
  client.setAuth(async () => makeToken("ada"));
  other.setAuth(async () => makeToken("bob"));
  const [shown, elsewhere] = [watch(client, "items:list", { list: "a" }), watch(other, "items:list", { list: "a" })];
  await expect.poll(() => [shown.values, elsewhere.values]).toEqual([[[]], [[]]]);
  await act(client, "items:double", { value: 1 });
  const gate = createGate();
  rig.beforeAuthenticate.hook = gate.wait;
  rig.realtime.recheck(({ name }) => name === "ada");
  await expect.poll(() => gate.isReached).toBe(true);
  rig.database.add("a", "secret");
  await expect.poll(() => elsewhere.values.at(-1)).toEqual(["secret"]);
  expect(shown.values).toEqual([[]]);
  gate.open();
  await expect.poll(() => shown.values.at(-1)).toEqual(["secret"]);
});

it("when tokens cannot be checked, nobody is signed out: the client comes back", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  rig.beforeAuthenticate.hook = () => {
    throw new Error("the database is out of reach");
  };
  const states: boolean[] = [];
  client.setAuth(
    async () => makeToken("ada"),
    (isAuthenticated) => void states.push(isAuthenticated),
  );
  await expect.poll(() => tap.closes[0]).toEqual({ code: 1011, reason: "InternalServerError" });
  rig.beforeAuthenticate.hook = null;
  // Once, or once for each of two tokens, depending on which answer comes first.
  await expect.poll(() => states).toContain(true);
  expect(states).not.toContain(false);
});

/** A client whose tokens expire within its own leeway, so that it sends new ones in a loop. */
async function startTokenLoop(limits: Partial<RealtimeLimits>) {
  rig = await startRealtimeRig({ limits });
  const tap = createTap();
  const client = rig.client({ tap, authRefreshTokenLeewaySeconds: 10 });
  let checks = 0;
  rig.beforeAuthenticate.hook = () => {
    checks += 1;
  };
  client.setAuth(async () => makeToken("ada", { livesSeconds: 6 }));
  const shown = watch(client, "items:list", { list: "a" });
  return { tap, shown, checks: () => checks };
}

it("a client that has tokens checked again and again waits after a burst", async () => {
  const { tap, checks } = await startTokenLoop({ authenticateBurst: 3, authenticateEveryMs: 3_600_000 });
  await expect.poll(checks).toBe(3);
  // Meanwhile others are served.
  const other = rig.client();
  for (let each = 0; each < 10; each++) await mutate(other, "items:add", { list: "b", text: "served" });
  expect(checks()).toBe(3);
  expect(tap.closes).toEqual([]);
});

it("a client that has waited to have its token checked is not refused", async () => {
  const { tap, shown, checks } = await startTokenLoop({ authenticateBurst: 3, authenticateEveryMs: 20 });
  await expect.poll(checks).toBeGreaterThanOrEqual(10);
  expect(shown.values).toEqual([[]]);
  expect(tap.closes).toEqual([]);
});

it("there is no admin authentication", async () => {
  rig = await startRealtimeRig();
  const tap = createTap();
  const client = rig.client({ tap });
  (client as unknown as { setAdminAuth(token: string): void }).setAdminAuth("let me in");
  await expect.poll(() => sent(tap, "AuthError").at(0)?.frame.error).toBe("Admin authentication is not supported.");
});

it("a slow scope delays no other", async () => {
  const gate = createGate();
  rig = await startRealtimeRig({
    functions: {
      queries: {
        "items:slow": async ({ identity }) => {
          if (identity?.scope === "org:slow") await gate.wait();
          return identity?.scope ?? null;
        },
      },
    },
  });
  const [slow, fast] = [rig.client({ expectAuth: true }), rig.client({ expectAuth: true })];
  slow.setAuth(async () => makeToken("ada", { org: "slow" }));
  fast.setAuth(async () => makeToken("bob", { org: "fast" }));
  const ofSlow = watch(slow, "items:slow");
  await expect.poll(() => gate.isReached).toBe(true);
  const ofFast = watch(fast, "items:slow");
  await expect.poll(() => ofFast.values).toEqual(["org:fast"]);
  expect(ofSlow.values).toEqual([]);
  gate.open();
  await expect.poll(() => ofSlow.values).toEqual(["org:slow"]);
});
