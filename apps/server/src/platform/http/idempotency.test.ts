import type { Assistant, Org } from "@callwright/contract";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import type { Database } from "../db/connect.ts";
import type { AppContext } from "./app.ts";
import type { OrgCaller } from "./caller.ts";
import { EVENT_STREAM_TYPE, EventStream, formatEvents, type ServerSentEvent } from "./event-stream.ts";
import { answerOnce, forgetOldAnswers, JSON_TYPE, type RouteAnswer } from "./idempotency.ts";
import { RENEW_MS } from "./idempotency-claim.ts";
import { idempotencyKey } from "./tables.ts";

let server: TestServer;
let client: TestClient;
let nowMs = Date.now();
let key = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  client = await server.signUp();
});
beforeEach(() => {
  key += 1;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.close());

function create(body: object, sentKey = `key-${key}`, who = client): Promise<Response> {
  return who.fetch("/assistant", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": sentKey },
    body: JSON.stringify(body),
  });
}

const json = (body: string): RouteAnswer => ({ status: 201, contentType: JSON_TYPE, body });
const read = async (response: Response) => ({ status: response.status, body: (await response.json()) as Assistant });
const count = async () => (await client.json<Assistant[]>("GET", "/assistant")).body.length;

test("the same request gets the same answer, and happens once", async () => {
  const before = await count();
  const first = await read(await create({ name: "Once" }));
  const again = await create({ name: "Once" });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await read(again)).toEqual(first);
  expect(await count()).toBe(before + 1);
});

test("requests at once wait for the first and get its answer", async () => {
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 8 }, async () => read(await create({ name: "Together" }))));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(await count()).toBe(before + 1);
});

test("another request with the key is refused", async () => {
  await create({ name: "One" });
  const other = await create({ name: "Two" });
  expect(other.status).toBe(409);
  expect(await other.json()).toMatchObject({ code: "idempotency-key-reused" });
  const elsewhere = await client.fetch("/call/web", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": `key-${key}` },
    body: JSON.stringify({ squadId: client.orgId }),
  });
  expect(elsewhere.status).toBe(409);
});

test("a key belongs to its organization", async () => {
  const stranger = await server.signUp();
  const [mine, theirs] = [
    await read(await create({ name: "A" })),
    await read(await create({ name: "B" }, `key-${key}`, stranger)),
  ];
  expect([mine.status, theirs.status]).toEqual([201, 201]);
});

test("a failure is not kept: the next try is a new one", async () => {
  const send = () =>
    client.fetch("/call/web", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": `key-${key}` },
      body: JSON.stringify({ squad: { members: [{}] } }),
    });
  expect((await send()).status).toBe(400);
  const again = await send();
  expect(again.status).toBe(400);
  expect(again.headers.get("idempotent-replayed")).toBeNull();
});

test("what a server left half done is taken over after a minute", async () => {
  await server.context.db.insert(idempotencyKey).values({
    orgId: client.orgId,
    key: `key-${key}`,
    requestHash: await hashOf({ name: "Lost" }),
    createdAt: new Date(nowMs - 60_001),
  });
  expect((await create({ name: "Lost" })).status).toBe(201);
});

/** The hash the server would store: of a request that was answered. */
async function hashOf(body: object): Promise<string> {
  await create(body, "probe");
  const rows = await server.context.db.select().from(idempotencyKey);
  return rows.find((row) => row.key === "probe")?.requestHash ?? "";
}

/** Calls it as the routes do, with the test's own answer. */
async function answerDirectly(
  answer: () => Promise<RouteAnswer>,
  { signal, db = server.context.db }: { signal?: AbortSignal; db?: Database } = {},
): Promise<RouteAnswer & { isReplayed: boolean }> {
  const caller: OrgCaller = { kind: "org", orgId: client.orgId, role: "admin", tag: "private", userId: null, apiToken: null };
  const app = new Hono();
  let given: RouteAnswer | undefined;
  app.onError((error) => {
    throw error;
  });
  app.post("/direct", async (c) => {
    given = await answerOnce(c as unknown as AppContext, caller, "", answer, { ...server.context, db });
    return c.body(null);
  });
  const headers = { "idempotency-key": `key-${key}` };
  const response = await app.request("/direct", { method: "POST", headers, ...(signal && { signal }) });
  if (!given) throw new Error("there was no answer");
  return { ...given, isReplayed: response.headers.has("idempotent-replayed") };
}

function deferred() {
  let [resolve, reject]: [(answer: RouteAnswer) => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<RouteAnswer>((onAnswer, onError) => {
    [resolve, reject] = [onAnswer, onError];
  });
  return { promise, resolve, reject };
}

const keptRow = async () => (await server.context.db.select().from(idempotencyKey)).find((row) => row.key === `key-${key}`);

const never = () => Promise.reject(new Error("it is done twice"));

/** A first request that runs until the test resolves it. */
async function startFirst() {
  const first = deferred();
  const begun = vi.fn(() => first.promise);
  const answered = answerDirectly(begun);
  await expect.poll(() => begun.mock.calls.length, { timeout: 30_000 }).toBe(1);
  return { answered, resolve: first.resolve };
}

/** The refusal, when one more request arrives than may wait. */
async function oneTooMany(requests: readonly Promise<unknown>[]): Promise<unknown> {
  return Promise.any(requests.map((request) => request.then(never, (error: unknown) => error)));
}

test("so many requests wait for a first one at a time, and one whose client has gone makes room", async () => {
  const first = await startFirst();
  const leaving = new AbortController();
  const crowd = (signal?: AbortSignal) =>
    Array.from({ length: 21 }, () => answerDirectly(never, signal === undefined ? {} : { signal }));
  const refusal = { code: "idempotency-key-busy", status: 429, retryAfterSeconds: 2 };
  const gone = crowd(leaving.signal);
  expect(await oneTooMany(gone)).toMatchObject(refusal);
  leaving.abort();
  const ends = await Promise.allSettled(gone);
  expect(ends.map((end) => end.status === "rejected" && end.reason)).toEqual(gone.map(() => expect.objectContaining(refusal)));

  const patient = crowd();
  expect(await oneTooMany(patient)).toMatchObject(refusal);
  first.resolve(json('"once"'));
  await first.answered;
  const replayed = (await Promise.allSettled(patient)).filter(({ status }) => status === "fulfilled");
  expect(replayed).toEqual(Array(20).fill({ status: "fulfilled", value: { ...json('"once"'), isReplayed: true } }));
});

test("a request that waits only reads", async () => {
  const first = await startFirst();
  const used: string[] = [];
  const db = new Proxy(server.context.db, {
    get(target, name, receiver) {
      if (/^(select|insert|update|delete|execute|transaction)$/.test(String(name))) used.push(String(name));
      return Reflect.get(target, name, receiver);
    },
  });
  const second = answerDirectly(never, { db });
  await expect.poll(() => used.length, { timeout: 30_000 }).toBeGreaterThan(3);
  first.resolve(json("1"));
  expect(await second).toMatchObject({ body: "1", isReplayed: true });
  expect(new Set(used)).toEqual(new Set(["select"]));
});

test("an answer is kept sealed", async () => {
  await create({ name: "Hush hush" });
  const row = await keptRow();
  expect(row?.status).toBe(201);
  expect(row?.body).toMatch(/^[0-9a-f]{8}(\.[\w-]+){3}$/);
});

test("when only the storing of an answer fails, it is given and the key stays claimed", async () => {
  const tooLargeForItsColumn = 2 ** 40;
  const answer = async () => ({ ...json("{}"), status: tooLargeForItsColumn });
  expect(await answerDirectly(answer)).toMatchObject({ body: "{}", isReplayed: false });
  expect(await keptRow()).toMatchObject({ status: null, body: null });
});

/** Holds the timers that renew a claim until the test runs them. */
const holdIntervals = () => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });

test("a first request that takes more than a minute keeps its key, and is done once", { tags: "long" }, async () => {
  holdIntervals();
  const first = deferred();
  const begun: string[] = [];
  const run = (name: string) =>
    answerDirectly(() => {
      begun.push(name);
      return first.promise;
    });
  const running = run("first");
  await expect.poll(() => begun, { timeout: 30_000 }).toEqual(["first"]);
  for (let renewals = 0; renewals < 5; renewals++) {
    nowMs += RENEW_MS;
    vi.advanceTimersByTime(RENEW_MS);
    await expect.poll(async () => (await keptRow())?.createdAt, { timeout: 30_000 }).toEqual(new Date(nowMs));
  }
  const second = run("second");
  first.resolve(json('"once"'));
  expect(await running).toEqual({ ...json('"once"'), isReplayed: false });
  expect(await second).toEqual({ ...json('"once"'), isReplayed: true });
  expect(begun).toEqual(["first"]);
});

test("a slow first request that fails leaves the key to the one that took it over", async () => {
  holdIntervals();
  const [first, second] = [deferred(), deferred()];
  const begun: string[] = [];
  const run = (name: string, answer: Promise<RouteAnswer>) =>
    answerDirectly(() => {
      begun.push(name);
      return answer;
    });
  const slow = expect(run("first", first.promise)).rejects.toThrow("too slow");
  await expect.poll(() => begun, { timeout: 30_000 }).toEqual(["first"]);
  nowMs += 60_001;
  const taken = run("second", second.promise);
  await expect.poll(() => begun, { timeout: 30_000 }).toEqual(["first", "second"]);
  first.reject(new Error("too slow"));
  await slow;
  second.resolve(json('"second"'));
  await taken;
  expect(await run("third", Promise.resolve(json('"third"')))).toEqual({ ...json('"second"'), isReplayed: true });
});

test("a stream is kept as the few events that say the same, once it has ended", async () => {
  const sent: ServerSentEvent[] = [];
  const few = [{ event: "said", data: "both" }, { data: "end" }];
  const stream = new EventStream(
    async (send) => {
      for (const data of ["one", "two", "end"]) send({ data });
      return few;
    },
    () => [],
  );
  const streamed = { status: 201, contentType: EVENT_STREAM_TYPE, body: stream };
  const first = await answerDirectly(async () => streamed);
  expect(await keptRow()).toMatchObject({ status: null });
  if (typeof first.body === "string") throw new Error("the first answer is no stream");
  expect(await first.body.run((event) => sent.push(event))).toBe(few);
  expect(sent.map(({ data }) => data)).toEqual(["one", "two", "end"]);
  const again = await answerDirectly(async () => json("{}"));
  expect(again).toEqual({ ...streamed, body: "event: said\ndata: both\n\ndata: end\n\n", isReplayed: true });
  expect(formatEvents(few)).toBe(again.body);
});

test("a stream that fails gives its key back", async () => {
  const failing = new EventStream(
    () => Promise.reject(new Error("no more")),
    () => [],
  );
  const first = await answerDirectly(async () => ({ status: 201, contentType: EVENT_STREAM_TYPE, body: failing }));
  if (typeof first.body === "string") throw new Error("the first answer is no stream");
  await expect(first.body.run(() => undefined)).rejects.toThrow("no more");
  expect(await answerDirectly(async () => json("{}"))).toEqual({ ...json("{}"), isReplayed: false });
});

test("a user's requests have keys too", async () => {
  const send = async () => {
    const response = await fetch(`${server.url}/org`, {
      method: "POST",
      headers: { authorization: `Bearer ${client.userToken}`, "content-type": "application/json", "idempotency-key": "org" },
      body: JSON.stringify({ name: "Twice" }),
    });
    return (await response.json()) as Org;
  };
  expect((await send()).id).toBe((await send()).id);
});

test.each(["", "x".repeat(256)])("a key of %j is refused", async (sentKey) => {
  expect(await read(await create({ name: "X" }, sentKey))).toMatchObject({
    status: 400,
    body: { code: "idempotency-key-invalid" },
  });
});

test("answers are forgotten after a day", async () => {
  const first = await read(await create({ name: "Day" }));
  await forgetOldAnswers(server.context.db, new Date(nowMs + 23 * 3_600_000));
  expect((await read(await create({ name: "Day" }))).body.id).toBe(first.body.id);
  nowMs += 25 * 3_600_000;
  await forgetOldAnswers(server.context.db, new Date(nowMs));
  expect(await server.context.db.select().from(idempotencyKey)).toEqual([]);
});
