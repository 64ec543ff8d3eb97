import { randomUUID } from "node:crypto";
import { Call, type ErrorBody } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PART_ROWS } from "../../../platform/db/page-parts.ts";
import type { TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { call, callEvent } from "../tables.ts";

let setup: CallServer;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  setup = await startCallServer();
  ({ server, client } = setup);
});
afterAll(() => server.close());

const pool = () => setup.pool;
const createCall = (body?: object, as?: TestClient) => setup.createCall(body, as);

const endedCall = () => setup.endedCall();

test("a web call answers what a client needs to join it, and keeps its secret to that answer", async () => {
  const created = await createCall({ assistant: { name: "Riley", artifactPlan: { videoRecordingEnabled: false } } });
  expect(Call.parse(created)).toMatchObject({
    type: "webCall",
    status: "queued",
    orgId: client.orgId,
    assistant: { name: "Riley" },
    artifactPlan: { videoRecordingEnabled: false },
    transport: { provider: "callwright", callUrl: created.webCallUrl, iceServers: [], assistantVideoEnabled: false },
  });
  expect(created.webCallUrl).toMatch(new RegExp(`^${server.url}/call/${created.id}/room\\?secret=[\\w-]{43}$`));
  const read = await client.fetch(`/call/${created.id}`);
  expect(await read.text()).not.toContain("secret");
});

test.each([
  [{}, "Assistant or Squad or Workflow must be provided."],
  [{ squad: { members: [{}] }, assistant: {} }, ["assistant must not be given together with squad"]],
  [{ workflow: { name: "w", nodes: [], edges: [] } }, ["workflow.nodes must have one node with isStart, and has 0"]],
  [{ assistant: {}, assistantId: randomUUID() }, ["assistant must not be given together with assistantId"]],
  [{ draftOf: randomUUID() }, "Assistant or Squad or Workflow must be provided."],
  [{ assistantId: randomUUID(), draftOf: randomUUID() }, ["draftOf needs the draft as assistant"]],
  [
    { assistant: {}, draftOf: randomUUID() },
    "draftOf: this organization has no such assistant. Create it first, or omit draftOf.",
  ],
  [{ assistantId: "riley" }, ["assistantId must be a UUID"]],
  [{ assistant: { firstMessage: 5 } }, ["assistant.firstMessage must be a string"]],
  [
    { assistant: { assistantId: "riley" } },
    [
      'assistant.assistantId is the id of a stored assistant, and this is a whole one: write assistantId: "riley" in place of assistant',
    ],
  ],
  [
    { assistant: { model: { provider: "openai", model: "m", temperature: 3 } } },
    ["assistant.model.temperature must be at most 2"],
  ],
  [
    { assistant: {}, assistantOverrides: { maxDurationSeconds: 1 } },
    ["assistantOverrides.maxDurationSeconds must be at least 10"],
  ],
  [{ assistant: { name: "a\u0000b" } }, ["assistant.name must not contain U+0000 or half a surrogate pair"]],
])("POST /call/web %j answers 400: %j", async (body, message) => {
  const answer = await client.json<ErrorBody>("POST", "/call/web", body);
  expect(answer).toMatchObject({ status: 400, body: { message, error: "Bad Request", statusCode: 400 } });
});

test("a stored assistant answers with its version, the call's own fields over it, and its variables", async () => {
  const made = await client.json<{ id: string }>("POST", "/assistant", { name: "Ada", firstMessage: "Hi {{name}}" });
  const assistantId = made.body.id;
  await client.json("PATCH", `/assistant/${assistantId}`, { endCallMessage: "Bye" });
  const assistantOverrides = { firstMessage: "Hello {{name}}", variableValues: { name: "Bob" } };
  const created = await createCall({ assistantId, assistantOverrides });
  expect(created).toMatchObject({
    assistantId,
    assistantVersion: "v2",
    assistant: { name: "Ada", firstMessage: "Hello {{name}}", endCallMessage: "Bye" },
    assistantOverrides,
  });
  expect(pool().specs.at(-1)).toMatchObject({
    callId: created.id,
    assistant: { firstMessage: "Hello {{name}}" },
    variableValues: { name: "Bob" },
  });
  const listed = await client.json<Call[]>("GET", `/call?assistantId=${assistantId}`);
  expect(listed.body.map(({ id }) => id)).toEqual([created.id]);
});

test("a call with a draft belongs to its assistant, published or not, and has no version", async () => {
  const made = await client.json<{ id: string }>("POST", "/assistant", { name: "Ada" });
  const draftOf = made.body.id;
  const created = await createCall({ assistant: { name: "Ada, edited" }, draftOf });
  expect(created).toMatchObject({ assistantId: draftOf, assistant: { name: "Ada, edited" } });
  expect(created).not.toHaveProperty("assistantVersion");
  expect(created).not.toHaveProperty("draftOf");
  const listed = await client.json<Call[]>("GET", `/call?assistantId=${draftOf}`);
  expect(listed.body.map(({ id }) => id)).toEqual([created.id]);
});

test.each([
  ["squad", { name: "Team", members: [{ assistant: { name: "Ada" } }] }],
  ["workflow", { name: "Steps", nodes: [{ type: "conversation", name: "talk", isStart: true, prompt: "Hi" }], edges: [] }],
])("a call with a %s has its version, and one with its draft belongs to it and has none", async (kind, config) => {
  const { id } = (await client.json<{ id: string }>("POST", `/${kind}`, config)).body;
  const named = { [`${kind}Id`]: id };
  expect(await createCall(named)).toMatchObject({ ...named, [`${kind}Version`]: "v1", [kind]: config });
  const draft = { ...config, name: "Edited" };
  const created = await createCall({ [kind]: draft, draftOf: id });
  expect(created).toMatchObject({ ...named, [kind]: draft });
  expect(created).not.toHaveProperty(`${kind}Version`);
  expect(await createCall({ [kind]: draft })).not.toHaveProperty(`${kind}Id`);
  const stranger = await server.signUp();
  expect(await stranger.json("POST", "/call/web", { [kind]: draft, draftOf: id })).toMatchObject({
    status: 400,
    body: { message: `draftOf: this organization has no such ${kind}. Create it first, or omit draftOf.` },
  });
  expect(await client.json("POST", "/call/web", { ...named, draftOf: id })).toMatchObject({
    status: 400,
    body: { message: [`draftOf needs the draft as ${kind}`] },
  });
});

test("an unknown assistant, and one of another organization, are not found", async () => {
  const stranger = await server.signUp();
  const [theirs] = (await stranger.json<{ id: string }[]>("GET", "/assistant")).body;
  for (const assistantId of [randomUUID(), theirs?.id])
    expect((await client.json("POST", "/call/web", { assistantId })).status).toBe(404);
});

test("every route of a call is closed to other organizations", async () => {
  const stranger = await server.signUp();
  const { id } = await endedCall();
  const answers = await Promise.all([
    stranger.json("GET", `/call/${id}`),
    stranger.json("GET", `/call/${id}/event`),
    stranger.json("PATCH", `/call/${id}`, { name: "mine" }),
    stranger.json("POST", `/call/${id}/end`),
    stranger.json("DELETE", `/call/${id}`),
    stranger.json("POST", `/call/${id}/restore`),
    client.json("GET", `/call/${randomUUID()}`),
    client.json("GET", "/call/1"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  const listed = await stranger.json<Call[]>("GET", `/call?id=${id}`);
  expect(listed).toEqual({ status: 200, body: [] });
  expect((await client.json<Call>("GET", `/call/${id}`)).body.name).toBeUndefined();
});

test("the same Idempotency-Key makes one call", async () => {
  const send = async () => {
    const headers = { "content-type": "application/json", "idempotency-key": "click-1" };
    const body = JSON.stringify({ assistant: { name: "Once" } });
    return (await (await client.fetch("/call/web", { method: "POST", headers, body })).json()) as Call;
  };
  const [first, second] = [await send(), await send()];
  expect(second).toEqual(first);
  expect(pool().specs.filter(({ assistant }) => assistant.name === "Once")).toHaveLength(1);
});

test("over capacity answers 429 and says when to try again", async () => {
  const busy = await startCallServer({ orgConcurrentCalls: 1 });
  try {
    await busy.createCall();
    const refused = await busy.client.fetch("/call/web", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ assistant: {} }),
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toMatchObject({
      code: "at-capacity",
      message: "All 1 call slots of this organization (ORG_CONCURRENT_CALLS) are in use. Try again in 10 s.",
    });
  } finally {
    await busy.server.close();
  }
});

test("an ended call has an artifact: words, times, latency, and a recording behind a signed URL", async () => {
  const artifactPlan = { transcriptPlan: { userName: "Caller" } };
  const { id } = await createCall({ assistant: { name: "Riley", artifactPlan } });
  pool().join(id);
  pool().happen(id, "prompt.rendered", { text: "You are Riley." });
  pool().record(id, 2);
  setup.advance(2000);
  const words = [{ text: "hello", startMs: 1000 }];
  pool().happen(id, "user.said", { text: "hello", startMs: 1000, endMs: 1800, turn: 0, typed: false, words });
  pool().happen(id, "turn", { index: 0, trigger: "speech", speechEndMs: 1800, firstFrameSentMs: 2300 });
  setup.advance(3000);
  const ended = await client.json<Call>("POST", `/call/${id}/end`);
  expect(Call.parse(ended.body)).toMatchObject({
    status: "ended",
    endedReason: "manually-canceled",
    artifact: { transcript: "Caller: hello", performanceMetrics: { turnLatencyAverage: 500 } },
  });
  expect(Date.parse(ended.body.endedAt ?? "") - Date.parse(ended.body.startedAt ?? "")).toBe(5000);
  expect(ended.body.artifact?.messages?.map(({ role }) => role)).toEqual(["system", "user"]);

  const recording = await fetch(ended.body.artifact?.recordingUrl ?? "", { headers: { Range: "bytes=0-3" } });
  expect(recording.status).toBe(206);
  expect(recording.headers.get("cache-control")).toBe("private, max-age=3600, immutable");
  expect(recording.headers.get("access-control-allow-origin")).toBe("*");
  expect(await recording.text()).toBe("RIFF");
  expect((await fetch(`${ended.body.artifact?.recordingUrl}x`)).status).toBe(404);

  const listed = await client.json<Call[]>("GET", `/call?id=${id}`);
  expect(listed.body[0]?.artifact).toEqual(ended.body.artifact);
  const events = await client.json<{ seq: number; payload: object }[]>("GET", `/call/${id}/event?afterSeq=1`);
  expect(events.body.slice(0, 3).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  expect(events.body[0]?.payload).toMatchObject({ words });
});

test("a call is renamed, and its name cleared", async () => {
  const { id } = await createCall();
  expect((await client.json<Call>("PATCH", `/call/${id}`, { name: "Important" })).body.name).toBe("Important");
  expect((await client.json<Call>("PATCH", `/call/${id}`, {})).body.name).toBe("Important");
  expect((await client.json<Call>("PATCH", `/call/${id}`, { name: null })).body.name).toBeUndefined();
  expect((await client.json("PATCH", `/call/${id}`, { name: "x".repeat(41) })).status).toBe(400);
});

test("only an ended call is deleted; it is gone from lists and comes back for 30 days", async () => {
  const running = await createCall();
  expect(await client.json<ErrorBody>("DELETE", `/call/${running.id}`)).toMatchObject({
    status: 409,
    body: { code: "call-in-progress" },
  });
  const { id } = await endedCall();
  expect((await client.json("DELETE", `/call/${id}`)).status).toBe(200);
  expect((await client.json("DELETE", `/call/${id}`)).status).toBe(404);
  expect((await client.json<Call[]>("GET", `/call?id=${id}`)).body).toEqual([]);
  expect((await client.json<Call>("POST", `/call/${id}/restore`)).body.id).toBe(id);
  expect((await client.json<Call>("POST", `/call/${id}/restore`)).status).toBe(200);
  expect((await client.json("GET", `/call/${id}`)).status).toBe(200);
});

test("lists are newest first, filtered and cut", async () => {
  const fresh = await server.signUp();
  const since = new Date(setup.now().getTime() + 1).toISOString();
  const made: string[] = [];
  for (let index = 0; index < 3; index++) {
    setup.advance(10);
    made.unshift((await createCall(undefined, fresh)).id);
  }
  const ids = async (query: string) => (await fresh.json<Call[]>("GET", `/call?${query}`)).body.map(({ id }) => id);
  expect(await ids(`createdAtGe=${since}`)).toEqual(made);
  expect(await ids(`createdAtGe=${since}&limit=2`)).toEqual(made.slice(0, 2));
  expect(await ids(`createdAtGe=${since}&limit=0`)).toEqual([]);
  expect(await ids(`phoneNumberId=${randomUUID()}`)).toEqual([]);
  expect((await fresh.json("GET", "/call?limit=1001")).status).toBe(400);
  expect((await fresh.json("GET", "/call?createdAtGt=yesterday")).status).toBe(400);
});

test("a page of a long list reads its ids in one query, and the calls with their events in parts", async () => {
  const { db } = server.context;
  const nowMs = setup.now().getTime();
  const many = await server.signUp();
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    id: randomUUID(),
    orgId: many.orgId,
    createdAt: new Date(nowMs - index),
    updatedAt: new Date(nowMs),
    type: "webCall",
    status: "ended" as const,
    assistant: { name: "Riley" },
    roomSecretHash: "",
    nodeId: "",
    leaseExpiresAt: new Date(nowMs),
    startedAt: new Date(nowMs),
    endedAt: new Date(nowMs),
    endedReason: "customer-ended-call",
  }));
  await db.insert(call).values(rows);
  const payload = { text: "hello", startMs: 0, endMs: 1, turn: 0, typed: false };
  await db
    .insert(callEvent)
    .values(rows.map(({ id, orgId }) => ({ callId: id, orgId, seq: 0, atMs: 0, type: "user.said" as const, payload })));
  const read: unknown[] = [];
  const select = db.select.bind(db) as () => { from: (table: unknown) => unknown };
  const counted = (...fields: []) => {
    const query = select(...fields);
    const from = query.from.bind(query);
    query.from = (table) => {
      read.push(table);
      return from(table);
    };
    return query;
  };
  Object.assign(db, { select: counted });
  const { body } = await many.json<Call[]>("GET", "/call?limit=1000");
  Object.assign(db, { select });
  const readsOf = (table: unknown) => read.filter((each) => each === table).length;
  const parts = Math.ceil(1000 / PART_ROWS);
  // The server's own sweeps may read calls meanwhile.
  expect(readsOf(call)).toBeLessThan(parts + 5);
  expect(readsOf(callEvent)).toBe(parts);
  expect(body).toHaveLength(1000);
  expect(body.at(-1)?.artifact?.transcript).toBe("User: hello");
});
