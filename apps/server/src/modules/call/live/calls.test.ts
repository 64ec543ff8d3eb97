import { randomUUID } from "node:crypto";
import { CALL_EARLY_ORDERS_MAX, type LiveCallFilter, type LiveLine, PLATFORM_ERRORS } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AuditEntry } from "../../../platform/http/audit-log.ts";
import { changesFunctions, createChangeWindows } from "../../../platform/realtime/change-windows.ts";
import { defineFunctions } from "../../../platform/realtime/define-functions.ts";
import { benchOf, type FunctionsBench, failureOf, identityOf } from "../../../platform/realtime/testing/functions-bench.ts";
import { notesFunctions } from "../notes/live.ts";
import { type CallFixture, callRequest, openCallFixture, type TestNode } from "../runtime/testing/call-fixture.ts";
import { call, callNote } from "../tables.ts";
import { callsFunctions } from "./calls.ts";

let fixture: CallFixture;
let node: TestNode;
let bench: FunctionsBench;
let audited: AuditEntry[];
const orgId = randomUUID();
const editor = identityOf(orgId, "editor", randomUUID());

beforeEach(async () => {
  fixture = await openCallFixture(100);
  node = await fixture.startNode();
  audited = [];
  bench = benchOf(functionsAt(node), fixture.context.db, editor);
});
afterEach(() => fixture.close());

function functionsAt({ calls, context }: TestNode) {
  const audit = { ...context.audit, record: (entry: AuditEntry) => void audited.push(entry) };
  const live = { linesOf: (_: string, callId: string) => calls.liveLines(callId) ?? [] };
  return defineFunctions({
    ...changesFunctions(createChangeWindows(Date.now)),
    ...callsFunctions({ ...context, audit, calls, live }),
    ...notesFunctions({ ...context, audit }),
  });
}

const newCall = async (name = "Riley", of = orgId) => (await node.calls.create(callRequest(of, { name }))).row.id;
const stored = (callId: string, count: number) =>
  expect.poll(async () => (await fixture.events(callId)).length, { timeout: 30_000 }).toBe(count);
const said = (text: string, startMs: number, turn = 0) => ({ text, startMs, endMs: startMs + 500, turn });
const shown = (lines: LiveLine[]) =>
  lines.map(({ role, text, isPartial, isInterrupted }) => `${role}${isPartial ? "…" : ""}${isInterrupted ? "!" : ""} ${text}`);

test("the live list has a call from the moment it is made, the newest first, and only of the organization", async () => {
  const first = await newCall("Riley");
  fixture.advance(1000);
  const second = await newCall("Sam");
  await newCall("Theirs", randomUUID());
  const list = await bench.query("calls:list", {});
  expect(list.map(({ id, status, assistantName }) => [id, status, assistantName])).toEqual([
    [second, "queued", "Sam"],
    [first, "queued", "Riley"],
  ]);
  expect(bench.keys).toEqual([`call:${orgId}`]);
  expect(await bench.query("calls:list", { limit: 1 })).toHaveLength(1);
  node.pool.join(first);
  await expect.poll(async () => (await fixture.row(first)).status).toBe("in-progress");
  expect(await bench.query("calls:list", { status: "in-progress" })).toMatchObject([
    { id: first, startedAt: expect.any(String) },
  ]);
  expect(await bench.query("calls:list", { assistantId: randomUUID() })).toEqual([]);
  await fixture.context.db
    .update(call)
    .set({ details: { cost: 0.25 } })
    .where(eq(call.id, first));
  expect(await bench.query("calls:get", { id: first.toUpperCase() })).toMatchObject({ id: first, cost: 0.25, endedAt: null });
  expect(bench.keys).toEqual([`call:${orgId}:${first}`, `call:${orgId}:*`]);
  expect(await bench.query("calls:get", { id: first }, identityOf(randomUUID(), "admin"))).toBeNull();
});

test("a filter narrows the live list, whatever is compared with what, and has at most 256 operators", async () => {
  for (const name of ["Ada", "Bob", "Cem"]) {
    await newCall(name);
    fixture.advance(60_000);
  }
  const [latest] = await bench.query("calls:list", {});
  await fixture.context.db
    .update(call)
    .set({ details: { cost: 2 } })
    .where(eq(call.id, latest?.id ?? ""));
  const names = async (filter: LiveCallFilter) =>
    (await bench.query("calls:list", { filter: filter as never })).map(({ assistantName }) => assistantName);
  expect(await names({ op: "eq", field: "id", value: latest?.id ?? "" })).toEqual(["Cem"]);
  const isBob: LiveCallFilter = { op: "eq", field: "assistantName", value: "Bob" };
  expect(await names(isBob)).toEqual(["Bob"]);
  expect(await names({ op: "not", filter: isBob })).toEqual(["Cem", "Ada"]);
  expect(await names({ op: "neq", field: "assistantName", value: 5 })).toEqual(["Cem", "Bob", "Ada"]);
  expect(await names({ op: "gte", field: "assistantName", value: "Bob" })).toEqual(["Cem", "Bob"]);
  expect(await names({ op: "in", field: "assistantName", values: ["Ada", "Cem", null] })).toEqual(["Cem", "Ada"]);
  expect(await names({ op: "in", field: "assistantName", values: [] })).toEqual([]);
  expect(await names({ op: "gt", field: "cost", value: 1.5 })).toEqual(["Cem"]);
  expect(await names({ op: "not", filter: { op: "gt", field: "cost", value: 1.5 } })).toEqual(["Bob", "Ada"]);
  expect(await names({ op: "eq", field: "cost", value: null })).toEqual(["Bob", "Ada"]);
  expect(await names({ op: "lt", field: "cost", value: "much" })).toEqual([]);
  expect(await names({ op: "gte", field: "createdAt", value: latest?.createdAt ?? "" })).toEqual(["Cem"]);
  expect(await names({ op: "lt", field: "createdAt", value: "yesterday" })).toEqual([]);
  expect(await names({ op: "and", filters: [] })).toEqual(["Cem", "Bob", "Ada"]);
  expect(await names({ op: "or", filters: [isBob, { op: "eq", field: "name", value: "'; drop table call; --" }] })).toEqual([
    "Bob",
  ]);
  const many = (count: number): LiveCallFilter => ({ op: "and", filters: Array.from({ length: count }, () => isBob) });
  expect(await names(many(255))).toEqual(["Bob"]);
  expect(await failureOf(names(many(256)))).toMatchObject({ message: "Can't construct query with more than 256 operators" });
});

test("a transcript has what was said, and after it what is being said, once", async () => {
  const id = await newCall();
  node.pool.join(id);
  node.pool.happen(id, "assistant.said", { ...said("Hello! How can I", 100), words: [], interrupted: true });
  node.pool.happen(id, "message.added", { role: "system", content: "The caller is a member." });
  await stored(id, 3);
  const lines = async (tail = 100) => shown(await bench.query("calls:transcript", { id, tail }));
  const before = ["system The caller is a member.", "assistant! Hello! How can I"];
  expect(await lines()).toEqual(before);
  node.pool.speak(id, "user", "Are you");
  node.pool.speak(id, "user", "Are you open");
  expect(await lines()).toEqual([...before, "user… Are you open"]);
  expect(await lines(1)).toEqual(["user… Are you open"]);
  expect(bench.keys).toEqual(
    ["call", "call-event", "call-live"].flatMap((key) => [`${key}:${orgId}:${id}`, `${key}:${orgId}:*`]),
  );
  node.pool.happen(id, "user.said", { ...said("Are you open today?", 2000, 1), typed: false });
  node.pool.speak(id, "assistant", "Yes,");
  await stored(id, 4);
  expect(await lines()).toEqual([...before, "user Are you open today?", "assistant… Yes,"]);
  node.pool.hangUp(id);
  expect(await lines(2)).toEqual(["system The caller is a member.", "user Are you open today?"]);
  const stranger = identityOf(randomUUID(), "admin");
  expect(await bench.query("calls:transcript", { id }, stranger)).toEqual([]);
  expect(await bench.query("calls:latency", { id }, stranger)).toEqual([]);
});

test("the lines that are being spoken name the event that replaces them, until the call ends", async () => {
  const id = await newCall();
  node.pool.join(id);
  node.pool.happen(id, "message.added", { role: "system", content: "The caller is a member." });
  await stored(id, 2);
  expect(await bench.query("calls:partialLines", { id })).toEqual([]);
  node.pool.speak(id, "user", "Are you");
  node.pool.speak(id, "user", "Are you open");
  const line = { role: "user", text: "Are you open", startMs: expect.any(Number), seq: 2 };
  expect(await bench.query("calls:partialLines", { id: id.toUpperCase() })).toEqual([line]);
  expect(bench.keys).toEqual(["call", "call-live"].flatMap((key) => [`${key}:${orgId}:${id}`, `${key}:${orgId}:*`]));
  node.pool.happen(id, "user.said", { ...said("Are you open today?", 2000, 1), typed: false });
  await stored(id, 3);
  expect((await fixture.events(id)).at(-1)).toMatchObject({ type: "user.said", seq: line.seq });
  expect(await bench.query("calls:partialLines", { id }, identityOf(randomUUID(), "admin"))).toEqual([]);
  node.pool.hangUp(id);
  expect(await bench.query("calls:partialLines", { id })).toEqual([]);
});

test("the latency of a turn is that of its last event", async () => {
  const id = await newCall();
  node.pool.join(id);
  const turn = { index: 0, trigger: "opening", speechEndMs: 0 } as const;
  node.pool.happen(id, "turn", turn);
  node.pool.happen(id, "turn", { ...turn, index: 1, firstFrameSentMs: 900 });
  node.pool.happen(id, "turn", { ...turn, firstFrameSentMs: 150, firstAudibleMs: 210 });
  await stored(id, 4);
  expect(await bench.query("calls:latency", { id })).toEqual([
    { ...turn, firstFrameSentMs: 150, firstAudibleMs: 210 },
    { ...turn, index: 1, firstFrameSentMs: 900 },
  ]);
});

test("the number of a call's newest event changes with each event", async () => {
  const id = await newCall();
  expect(await bench.query("calls:lastEvent", { id })).toBe(-1);
  node.pool.join(id);
  node.pool.happen(id, "message.added", { role: "system", content: "The caller is a member." });
  await stored(id, 2);
  expect(await bench.query("calls:lastEvent", { id: id.toUpperCase() })).toBe(1);
  expect(bench.keys).toEqual([`call-event:${orgId}:${id}`, `call-event:${orgId}:*`]);
  expect(await bench.query("calls:lastEvent", { id }, identityOf(randomUUID(), "admin"))).toBe(-1);
});

test("a command that is sent several times is carried out once, and its event names the sender", async () => {
  const id = await newCall();
  node.pool.join(id);
  const request = { sessionId: "page", requestId: 7 };
  const args = { id, message: { type: "control", control: "mute-assistant" } };
  for (let time = 0; time < 3; time++) expect(await bench.mutate("calls:control", args, request)).toBeNull();
  await expect.poll(() => node.pool.orders.length).toBe(1);
  await stored(id, 2);
  expect((await fixture.events(id))[1]).toMatchObject({
    type: "control",
    payload: { control: "mute-assistant", by: { userId: editor.caller.userId } },
  });
  expect(audited).toEqual([{ orgId, action: "controlCall", targetId: id, actor: "user", actorId: editor.caller.userId }]);
  await bench.mutate("calls:control", { id, message: { type: "end-call" } });
  await expect.poll(async () => (await fixture.row(id)).status, { timeout: 30_000 }).toBe("ended");
  expect(node.pool.orders).toHaveLength(2);
});

test("orders that come by another node are carried out where the call is", async () => {
  const other = await fixture.startNode({ dataDir: await fixture.newFolder() });
  const there = benchOf(functionsAt(other), fixture.context.db, editor);
  const id = await newCall();
  const message = { type: "say", content: "One moment." };
  await there.mutate("calls:control", { id, message });
  // The form of a change notice from the database.
  await Promise.all([other, node].map(({ calls }) => calls.takeCommands([id])));
  expect(node.pool.orders).toMatchObject([{ callId: id, message }]);
  expect(other.pool.orders).toEqual([]);
});

test("orders that are refused leave nothing behind", async () => {
  const id = await newCall();
  const hangUp = { id, message: { type: "end-call" } };
  const order = (args: object, as = editor) => failureOf(bench.mutate("calls:control", args as never, { as }));
  expect(await order(hangUp, identityOf(orgId, "viewer"))).toMatchObject({ code: "forbidden" });
  expect(await order(hangUp, identityOf(randomUUID(), "admin"))).toEqual({ code: "not-found", message: "Call not found." });
  expect(await order({ id, message: { type: "say" } })).toEqual({
    code: "validation-failed",
    message: "message.content must not be empty",
  });
  expect(await order({ ...hangUp, loud: true })).toMatchObject({ code: "validation-failed" });
  node.pool.hangUp(id);
  await expect.poll(async () => (await fixture.row(id)).status).toBe("ended");
  expect(await order(hangUp)).toEqual({ code: "call-over", message: PLATFORM_ERRORS["call-over"].message });
  expect(node.pool.orders).toEqual([]);
  expect(audited).toEqual([]);
});

test("what is sent before the caller has joined waits, and what is too much is refused with what to do", async () => {
  const id = await newCall();
  const say = (content: string) => bench.mutate("calls:control", { id, message: { type: "say", content } });
  const contents = Array.from({ length: CALL_EARLY_ORDERS_MAX }, (_, index) => `${index}`);
  for (const content of contents) await say(content);
  const refusal = {
    code: "call-orders-full",
    message: "20 actions already wait for this call's caller to join. Send this one when the call is in progress.",
  };
  expect(await failureOf(say("one too many"))).toEqual(refusal);
  await node.calls.takeCommands([id]);
  // They wait in the host.
  expect(await failureOf(say("one too many"))).toEqual(refusal);
  expect(node.pool.orders.map(({ message }) => message)).toMatchObject(contents.map((content) => ({ content })));
  node.pool.join(id);
  await expect.poll(async () => (await fixture.row(id)).status, { timeout: 30_000 }).toBe("in-progress");
  await say("welcome");
  const waiting = await newCall("Sam");
  await bench.mutate("calls:control", { id: waiting, message: { type: "end-call" } });
  await expect.poll(async () => (await fixture.row(waiting)).status, { timeout: 30_000 }).toBe("ended");
});

test("a note is written once however often it is sent", async () => {
  const callId = await newCall();
  const request = { sessionId: "page", requestId: 1 };
  const first = await bench.mutate("notes:add", { callId, text: "Promising. " }, request);
  expect(await bench.mutate("notes:add", { callId, text: "Promising. " }, request)).toEqual(first);
  expect(first).toMatchObject({ callId, text: "Promising.", userId: editor.caller.userId });
  expect(await fixture.context.db.select().from(callNote)).toHaveLength(1);
  expect(audited.map(({ action }) => action)).toEqual(["createCallNote"]);
  expect(await failureOf(bench.mutate("notes:add", { callId: randomUUID(), text: "x" }))).toMatchObject({ code: "not-found" });
});
