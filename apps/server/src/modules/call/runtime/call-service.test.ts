import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import {
  CALL_LEASE_MS,
  CALL_LEASE_RENEW_MS,
  type CallEvent,
  PlatformError,
  VIDEO_RECORDING_GRACE_MS,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordingBlobKey } from "../../../platform/blobs/blob-key.ts";
import { renewLeases } from "./lifecycle-store.ts";
import { type CallFixture, callRequest, openCallFixture, type TestNode } from "./testing/call-fixture.ts";
import { fakeOffer } from "./testing/fake-call-host-pool.ts";
import { firstWebmPiece } from "./testing/webm-piece.ts";

const LIMIT = 3;

let fixture: CallFixture;
let node: TestNode;
let orgId: string;

beforeEach(async () => {
  fixture = await openCallFixture(LIMIT);
  node = await fixture.startNode();
  orgId = randomUUID();
});
afterEach(() => fixture.close());

async function newCall(on = node): Promise<string> {
  return (await on.calls.create(callRequest(orgId))).row.id;
}

const isEnded = (callId: string) =>
  expect.poll(async () => (await fixture.row(callId)).status, { timeout: 30_000 }).toBe("ended");
/** Moved to storage in the background by the node that found the recording. */
async function recoveredKey(callId: string, kind: "recordingKey" | "videoRecordingKey" = "recordingKey"): Promise<string> {
  await expect.poll(async () => (await fixture.row(callId))[kind], { timeout: 60_000 }).not.toBeNull();
  return (await fixture.row(callId))[kind] ?? "";
}
const types = (events: CallEvent[]) => events.map(({ type }) => type);
/** Advances the time with the nodes' ticks. */
async function tickFor(ms: number, nodes: TestNode[]): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += CALL_LEASE_RENEW_MS) {
    fixture.advance(Math.min(CALL_LEASE_RENEW_MS, ms - passedMs));
    for (const { calls } of nodes) await calls.tick();
  }
}
const FILMED = { name: "Riley", artifactPlan: { videoRecordingEnabled: true } };
const said = { text: "hello", startMs: 0, endMs: 900, turn: 0, typed: false };

test("a call is queued, joined and ended; its events and its recording are kept", async () => {
  const simulatedCaller = { seed: 7, voice: "awb", line: { band: "narrow" } } as const;
  const { row, secret } = await node.calls.create({ ...callRequest(orgId), simulatedCaller });
  expect(row.status).toBe("queued");
  expect(JSON.stringify(row)).not.toContain(secret);
  const [spec] = node.pool.specs;
  expect(spec).toMatchObject({ callId: row.id, orgId, assistant: { name: "Riley" }, simulatedCaller });

  fixture.advance(1500);
  node.pool.join(row.id);
  await expect.poll(async () => (await fixture.row(row.id)).status, { timeout: 30_000 }).toBe("in-progress");
  node.pool.happen(row.id, "user.said", said);
  node.pool.record(row.id, 12);
  fixture.advance(12_340);
  node.pool.hangUp(row.id);
  await isEnded(row.id);

  const ended = await fixture.row(row.id);
  expect(ended.endedReason).toBe("customer-ended-call");
  expect(Number(ended.endedAt) - Number(ended.startedAt)).toBe(12_340);
  expect(ended.recordingKey).toBe(recordingBlobKey(orgId, row.id));
  expect((await node.context.blobs.stat(ended.recordingKey ?? ""))?.sizeBytes).toBe(44 + 12 * 32_000);
  expect(existsSync(spec?.recordingPath ?? "")).toBe(false);
  const events = await fixture.events(row.id);
  expect(types(events)).toEqual(["call.started", "user.said", "call.ended"]);
  expect(events.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(events[1]?.payload).toEqual(said);
});

test("a plan without recording has none", async () => {
  const request = callRequest(orgId, { artifactPlan: { recordingEnabled: false } });
  const { row } = await node.calls.create(request);
  expect(node.pool.specs[0]).not.toHaveProperty("recordingPath");
  node.pool.join(row.id);
  node.pool.hangUp(row.id);
  await isEnded(row.id);
  expect((await fixture.row(row.id)).recordingKey).toBeNull();
});

test("a call that nobody joins for a minute ends, and leaves no recording", async () => {
  const callId = await newCall();
  fixture.advance(59_999);
  await node.calls.tick();
  expect((await fixture.row(callId)).status).toBe("queued");
  fixture.advance(1);
  await node.calls.tick();
  await isEnded(callId);
  expect(await fixture.row(callId)).toMatchObject({
    endedReason: "customer-did-not-answer",
    startedAt: null,
    recordingKey: null,
  });
  expect(existsSync(node.pool.specs[0]?.recordingPath ?? "")).toBe(false);
});

test("an offer that never became a connection ends with that reason", async () => {
  const callId = await newCall();
  await node.calls.connections.answer(callId, fakeOffer());
  fixture.advance(60_000);
  await node.calls.tick();
  await isEnded(callId);
  expect((await fixture.row(callId)).endedReason).toBe("call.in-progress.error-vapifault-transport-never-connected");
});

test("a room takes its caller again, while the call is open", async () => {
  const callId = await newCall();
  expect(await node.calls.connections.answer(callId, fakeOffer())).toMatchObject({
    session: 1,
    sdp: expect.stringContaining("a=setup:active"),
  });
  node.pool.join(callId);
  expect(await node.calls.connections.restart(callId, 1, fakeOffer())).toContain("a=setup:active");
  expect(await node.calls.connections.answer(callId, fakeOffer())).toMatchObject({ session: 2 });
  await expect(node.calls.connections.restart(callId, 1, fakeOffer())).rejects.toMatchObject({ code: "call-taken-over" });

  const leaving = await newCall();
  node.pool.isHanging = true;
  void node.calls.end(leaving, "manually-canceled");
  await expect(node.calls.connections.answer(leaving, fakeOffer())).rejects.toMatchObject({ code: "call-not-joinable" });
  await expect(node.calls.connections.restart(leaving, 1, fakeOffer())).rejects.toMatchObject({ code: "call-not-joinable" });
});

test("a call whose caller may return keeps its place when the caller leaves", async () => {
  const orgId = randomUUID();
  const { row } = await node.calls.create({ ...callRequest(orgId), callerMayReturn: true });
  await node.calls.connections.answer(row.id, fakeOffer());
  node.pool.join(row.id);
  await node.calls.leave(row.id, 1);
  for (let calls = 1; calls < LIMIT; calls++) await node.calls.create(callRequest(orgId));
  await expect(node.calls.create(callRequest(orgId))).rejects.toMatchObject({ code: "at-capacity" });
  await node.calls.end(row.id, "manually-canceled");
  await node.calls.create(callRequest(orgId));
});

test("a host that dies ends its calls, and what was said and recorded until then is kept", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  node.pool.happen(callId, "user.said", said);
  node.pool.record(callId, 2);
  fixture.advance(2000);
  node.pool.die();
  await isEnded(callId);
  const row = await fixture.row(callId);
  expect(row.endedReason).toBe("call.in-progress.error-vapifault-worker-died");
  // The host died before it had updated the header.
  const told = await node.context.blobs.get(row.recordingKey ?? "", { first: 40, last: 43 });
  expect(Buffer.from(await new Response(told).arrayBuffer()).readUInt32LE(0)).toBe(2 * 32_000);
  expect(types(await fixture.events(callId))).toEqual(["call.started", "user.said", "call.ended"]);
});

test("a request to end waits for the end", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  await node.calls.end(callId, "manually-canceled");
  expect(await fixture.row(callId)).toMatchObject({ status: "ended", endedReason: "manually-canceled" });
});

test("the calls of a killed server are ended by its next start, as long as they really were", async () => {
  const talked = await newCall();
  const waiting = await newCall();
  const over = await newCall();
  node.pool.join(talked);
  node.pool.happen(talked, "user.said", said);
  node.pool.record(talked, 4);
  node.pool.join(over);
  fixture.advance(2500);
  node.pool.happen(over, "call.ended", { endedReason: "silence-timed-out" });
  await expect.poll(async () => types(await fixture.events(over)), { timeout: 30_000 }).toContain("call.ended");
  await expect.poll(async () => types(await fixture.events(talked)), { timeout: 30_000 }).toContain("user.said");
  await expect.poll(async () => (await fixture.row(talked)).status, { timeout: 30_000 }).toBe("in-progress");
  await expect.poll(async () => (await fixture.row(over)).status, { timeout: 30_000 }).toBe("in-progress");
  node.pool.vanish();

  fixture.advance(60_000);
  const next = await fixture.startNode();
  const row = await fixture.row(talked);
  expect(row).toMatchObject({ status: "ended", endedReason: "call.in-progress.error-vapifault-worker-died" });
  expect(Number(row.endedAt) - Number(row.startedAt)).toBe(4000);
  expect(types(await fixture.events(talked))).toEqual(["call.started", "user.said", "call.ended"]);
  const stored = await next.context.blobs.get(await recoveredKey(talked), { first: 40, last: 43 });
  expect(Buffer.from(await new Response(stored).arrayBuffer()).readUInt32LE(0)).toBe(4 * 32_000);
  expect(await fixture.row(waiting)).toMatchObject({ status: "ended", startedAt: null, recordingKey: null });
  const told = await fixture.row(over);
  expect(told.endedReason).toBe("silence-timed-out");
  expect(Number(told.endedAt) - Number(told.startedAt)).toBe(2500);
  const folder = path.dirname(node.pool.specs[0]?.recordingPath ?? "");
  await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false);
});

test("a recording that was stored before its row could say so is found again", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  node.pool.record(callId, 1);
  await expect.poll(async () => (await fixture.row(callId)).status, { timeout: 30_000 }).toBe("in-progress");
  const key = recordingBlobKey(orgId, callId);
  await node.context.blobs.putFile(key, node.pool.specs[0]?.recordingPath ?? "");
  node.pool.vanish();
  await fixture.startNode();
  expect(await recoveredKey(callId)).toBe(key);
  expect((await fixture.row(callId)).status).toBe("ended");
});

test("a video recording of a killed server keeps every piece that was taken", async () => {
  const { row } = await node.calls.create(callRequest(orgId, FILMED));
  node.pool.join(row.id);
  await node.calls.appendVideo(row.id, 0, async () => firstWebmPiece("one "), false);
  await node.calls.appendVideo(row.id, 1, async () => Buffer.from("two"), false);
  node.pool.vanish();
  const next = await fixture.startNode();
  const key = await recoveredKey(row.id, "videoRecordingKey");
  expect(await new Response(await next.context.blobs.get(key)).text()).toMatch(/one two$/);
});

/** A node whose store takes nothing before it is told to. */
async function startSlowNode() {
  let store = () => {};
  const isStoring = new Promise<void>((resolve) => {
    store = resolve;
  });
  return { slow: await fixture.startNode({ isStoring }), store };
}

test("a video recording that takes long to store keeps no lease waiting", async () => {
  const { slow, store } = await startSlowNode();
  const { row } = await slow.calls.create(callRequest(orgId, FILMED));
  const living = await newCall(slow);
  slow.pool.join(row.id);
  await slow.calls.appendVideo(row.id, 0, async () => firstWebmPiece("one"), false);
  slow.pool.hangUp(row.id);
  fixture.advance(VIDEO_RECORDING_GRACE_MS);
  await slow.calls.tick();
  fixture.advance(1);
  await slow.calls.tick();
  expect((await fixture.row(living)).leaseExpiresAt).toEqual(new Date(fixture.context.now().getTime() + CALL_LEASE_MS));
  expect((await fixture.row(row.id)).videoRecordingKey).toBeNull();
  store();
  await recoveredKey(row.id, "videoRecordingKey");
});

test("a killed server's recording that takes long to bring home keeps neither a start nor a lease waiting", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  node.pool.record(callId, 1);
  await expect.poll(async () => (await fixture.row(callId)).status, { timeout: 30_000 }).toBe("in-progress");
  node.pool.vanish();
  const { slow, store } = await startSlowNode();
  expect(await fixture.row(callId)).toMatchObject({ status: "ended", recordingKey: null });
  const living = await newCall(slow);
  fixture.advance(1);
  await slow.calls.tick();
  expect((await fixture.row(living)).leaseExpiresAt).toEqual(new Date(fixture.context.now().getTime() + CALL_LEASE_MS));
  store();
  await recoveredKey(callId);
});

test("a node that others cannot see dead loses its calls when their lease runs out, not before", async () => {
  const callId = await newCall();
  const owner = path.join(path.dirname(node.pool.specs[0]?.recordingPath ?? ""), "owner.json");
  await writeFile(owner, JSON.stringify({ pid: process.pid, hostname: "another-machine" }));
  node.pool.vanish();
  const next = await fixture.startNode();
  expect((await fixture.row(callId)).status).toBe("queued");
  await tickFor(CALL_LEASE_MS, [next]);
  expect((await fixture.row(callId)).status).toBe("queued");
  await tickFor(CALL_LEASE_RENEW_MS, [next]);
  expect(await fixture.row(callId)).toMatchObject({
    status: "ended",
    endedReason: "call.in-progress.error-vapifault-worker-died",
  });
});

test("a clock that was an hour ahead for a while does not keep the calls of a dead node open", async () => {
  const other = await fixture.startNode({ dataDir: await fixture.newFolder() });
  const callId = await newCall();
  node.pool.vanish();
  for (const hours of [1, -1]) {
    fixture.advance(hours * 3_600_000);
    await other.calls.tick();
  }
  expect((await fixture.row(callId)).status).toBe("queued");
  await tickFor(CALL_LEASE_MS + 2 * CALL_LEASE_RENEW_MS, [other]);
  expect((await fixture.row(callId)).status).toBe("ended");
});

test("a living node keeps its calls from others by renewing their leases, even when the database was away for both", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  await expect.poll(async () => (await fixture.row(callId)).status).toBe("in-progress");
  const other = await fixture.startNode({ dataDir: await fixture.newFolder() });
  await tickFor(2 * CALL_LEASE_MS, [node, other]);
  expect((await fixture.row(callId)).status).toBe("in-progress");
  fixture.advance(60_000);
  await other.calls.tick();
  await tickFor(2 * CALL_LEASE_MS, [node, other]);
  expect((await fixture.row(callId)).status).toBe("in-progress");
});

test("a node that comes back while another gives its call up keeps the call, with no false end", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  await expect.poll(async () => types(await fixture.events(callId)), { timeout: 30_000 }).toEqual(["call.started"]);
  const dataDir = await fixture.newFolder();
  fixture.advance(CALL_LEASE_MS + 1);
  const { db, now } = fixture.context;
  const isOtherWaiting = async () => {
    const { rows } = await db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  const { recovering } = await db.transaction(async (tx) => {
    await renewLeases(tx, (await fixture.row(callId)).nodeId, [callId], new Date(now().getTime() + CALL_LEASE_MS));
    const begun = fixture.startNode({ dataDir });
    await expect.poll(isOtherWaiting, { timeout: 30_000 }).toBe(true);
    return { recovering: begun };
  });
  await recovering;
  expect(types(await fixture.events(callId))).toEqual(["call.started"]);
  node.pool.hangUp(callId);
  await isEnded(callId);
  expect((await fixture.row(callId)).endedReason).toBe("customer-ended-call");
  expect(types(await fixture.events(callId))).toEqual(["call.started", "call.ended"]);
});

test("a call that another node ended is ended at its host by the next renewal", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  await expect.poll(async () => (await fixture.row(callId)).status).toBe("in-progress");
  const other = await fixture.startNode({ dataDir: await fixture.newFolder() });
  await other.calls.end(callId, "manually-canceled");
  expect((await fixture.row(callId)).status).toBe("ended");
  expect(node.pool.calls).toBe(1);
  await node.calls.tick();
  expect(node.pool.calls).toBe(0);
  await expect.poll(async () => (await fixture.row(callId)).recordingKey, { timeout: 30_000 }).not.toBeNull();
  expect((await fixture.row(callId)).endedReason).toBe("manually-canceled");
});

test("an organization's slots are counted one request at a time, and freed when a call ends", async () => {
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => newCall()));
  const refused = tries.filter((each) => each.status === "rejected");
  expect(refused).toHaveLength(6 - LIMIT);
  expect(refused[0]?.reason).toMatchObject({ code: "at-capacity", status: 429, retryAfterSeconds: 10 });
  expect((await node.calls.create(callRequest(randomUUID()))).row.status).toBe("queued");
  const [first] = tries.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  await node.calls.end(first ?? "", "manually-canceled");
  await newCall();
});

test("a call that no host takes never was", async () => {
  node.pool.failNextStart = new PlatformError("call-host-unavailable", { detail: "it would not start." });
  await expect(newCall()).rejects.toMatchObject({ code: "call-host-unavailable" });
  const { rows } = await fixture.context.db.execute(sql`select count(*)::int as calls from call`);
  expect(rows).toEqual([{ calls: 0 }]);
});

test("closing ends every call, stores everything, and takes no new one", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  for (let seq = 0; seq < 1200; seq++) node.pool.happen(callId, "user.said", { ...said, text: `number ${seq}` });
  await node.calls.close();
  expect(await fixture.row(callId)).toMatchObject({ status: "ended", endedReason: "worker-shutdown" });
  expect(await fixture.events(callId)).toHaveLength(1202);
  await expect(newCall()).rejects.toMatchObject({ code: "call-host-unavailable" });
  expect(existsSync(path.dirname(node.pool.specs[0]?.recordingPath ?? ""))).toBe(false);
});

test("nothing is lost when the database drops every connection in the middle", async () => {
  const callId = await newCall();
  node.pool.join(callId);
  for (let round = 0; round < 5; round++) {
    for (let index = 0; index < 40; index++) node.pool.happen(callId, "user.said", { ...said, text: `round ${round}, ${index}` });
    await fixture.context.db
      .execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => {});
  }
  node.pool.hangUp(callId);
  await isEnded(callId);
  const events = await fixture.events(callId);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 202 }, (_, seq) => seq));
});
