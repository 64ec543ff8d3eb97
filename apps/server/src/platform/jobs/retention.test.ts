import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, callEvent } from "../../modules/call/tables.ts";
import { chat, session } from "../../modules/chat/tables.ts";
import { simulationItem, simulationRun, simulationSuite } from "../../modules/simulation/tables.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { recordingBlobKey } from "../blobs/blob-key.ts";
import { auditEvent } from "../http/tables.ts";
import { applyRetention } from "./retention.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);
let server: TestServer;
let nowMs = START_MS;
const now = () => new Date(nowMs);
let keeping: TestClient;
let forgetting: TestClient;
beforeAll(async () => {
  server = await startTestServer({ now });
  [keeping, forgetting] = [await server.signUp(), await server.signUp()];
  expect((await forgetting.json("PATCH", `/org/${forgetting.orgId}`, { retentionDays: 10 })).status).toBe(200);
  // The sign-up makes a sample call and audit events.
  for (const { orgId } of [keeping, forgetting]) await server.context.db.delete(call).where(eq(call.orgId, orgId));
  await server.context.audit.flush();
  await server.context.db.delete(auditEvent);
});
afterAll(() => server.close());

const entity = (orgId: string) => ({ id: randomUUID(), orgId, createdAt: now(), updatedAt: now() });

async function insertCall(orgId: string, status: "ended" | "in-progress" = "ended", endedAt?: Date) {
  const { db, blobs, config } = server.context;
  const row = entity(orgId);
  const recordingKey = recordingBlobKey(orgId, row.id);
  const made = join(config.dataDir, randomUUID());
  await writeFile(made, "sound");
  await blobs.putFile(recordingKey, made);
  const room = { roomSecretHash: "", nodeId: "node", leaseExpiresAt: new Date(nowMs + 1000 * DAY_MS) };
  await db.insert(call).values({ ...row, ...room, type: "webCall", status, endedAt, assistant: {}, recordingKey });
  await db.insert(callEvent).values({ callId: row.id, orgId, seq: 0, atMs: 0, type: "call.started", payload: {} });
  return { id: row.id, recordingKey };
}

async function insertSession(orgId: string): Promise<string> {
  const row = { ...entity(orgId), status: "active" as const, assistant: {}, openingMessages: [], expirationSeconds: 60 };
  await server.context.db.insert(session).values({ ...row, expiresAt: now() });
  return row.id;
}

async function insertChat(orgId: string, sessionId: string, seq: number): Promise<string> {
  const row = { ...entity(orgId), sessionId, seq, status: "completed" as const, input: [], output: [] };
  await server.context.db.insert(chat).values(row);
  return row.id;
}

async function insertRun(orgId: string, status: "completed" | "in-progress"): Promise<string> {
  const suite = { ...entity(orgId), config: {} };
  await server.context.db.insert(simulationSuite).values(suite);
  const row = { ...entity(orgId), config: {}, state: { status, testSuiteId: suite.id } };
  await server.context.db.insert(simulationRun).values(row);
  await server.context.db.insert(simulationItem).values({ runId: row.id, orgId, test: 0, attempt: 0 });
  return row.id;
}

async function insertAuditEvent(orgId: string): Promise<void> {
  const actor = { actor: "user" as const, actorId: "ada", actorName: "Ada" };
  await server.context.db
    .insert(auditEvent)
    .values({ id: randomUUID(), orgId, createdAt: now(), action: "createTool", ...actor });
}

const count = (table: typeof call | typeof chat | typeof session | typeof auditEvent, { orgId }: TestClient) =>
  server.context.db.$count(table, eq(table.orgId, orgId));

test("what is older than an organization keeps it goes with its blobs, to the millisecond; nothing of any other does", async () => {
  const { db, blobs } = server.context;
  const old = await insertCall(forgetting.orgId);
  const running = await insertCall(forgetting.orgId, "in-progress");
  const scheduled = await insertCall(forgetting.orgId, "ended", new Date(nowMs + 9 * DAY_MS));
  const elsewhere = await insertCall(keeping.orgId);
  const [over, goingOn] = [await insertSession(forgetting.orgId), await insertSession(forgetting.orgId)];
  await insertChat(forgetting.orgId, over, 0);
  await insertChat(forgetting.orgId, goingOn, 0);
  await insertChat(keeping.orgId, await insertSession(keeping.orgId), 0);
  for (const { orgId } of [forgetting, keeping]) await insertAuditEvent(orgId);
  const [, open] = [await insertRun(forgetting.orgId, "completed"), await insertRun(forgetting.orgId, "in-progress")];

  nowMs += 10 * DAY_MS - 1;
  const lastChat = await insertChat(forgetting.orgId, goingOn, 1);
  await db.update(session).set({ updatedAt: now() }).where(eq(session.id, goingOn));
  const young = await insertCall(forgetting.orgId);
  expect(await applyRetention({ ...server.context, now })).toEqual({});

  nowMs += 1;
  expect(await applyRetention({ ...server.context, now })).toEqual({
    calls: 1,
    sessions: 1,
    chats: 1,
    testRuns: 1,
    auditEvents: 1,
  });
  expect((await db.select().from(call).where(eq(call.orgId, forgetting.orgId))).map(({ id }) => id).toSorted()).toEqual(
    [running.id, scheduled.id, young.id].toSorted(),
  );
  expect(await blobs.stat(old.recordingKey)).toBeNull();
  for (const { recordingKey } of [running, scheduled, young, elsewhere]) expect(await blobs.stat(recordingKey)).not.toBeNull();
  expect(await db.select().from(callEvent).where(eq(callEvent.callId, old.id))).toEqual([]);
  expect((await db.select().from(chat).where(eq(chat.orgId, forgetting.orgId))).map(({ id }) => id)).toEqual([lastChat]);
  expect((await db.select().from(session).where(eq(session.orgId, forgetting.orgId))).map(({ id }) => id)).toEqual([goingOn]);
  expect((await db.select().from(simulationItem)).map(({ runId }) => runId)).toEqual([open]);
  expect(await count(auditEvent, forgetting)).toBe(0);
  for (const table of [call, chat, session, auditEvent]) expect(await count(table, keeping)).toBe(1);
});

test("an organization that keeps everything again loses nothing more", async () => {
  await insertAuditEvent(forgetting.orgId);
  const asUser = { headers: { authorization: `Bearer ${await userToken()}` } };
  const { token } = (await (await fetch(`${server.url}/org/${forgetting.orgId}/auth`, asUser)).json()) as { token: string };
  const cleared = await fetch(`${server.url}/org/${forgetting.orgId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: '{"retentionDays":null}',
  });
  expect(await cleared.json()).not.toHaveProperty("retentionDays");
  nowMs += 100 * DAY_MS;
  expect(await applyRetention({ ...server.context, now })).toEqual({});
});

/** The token of the sign-up has expired. */
async function userToken(): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/token`, { headers: { cookie: forgetting.cookie } });
  return ((await response.json()) as { token: string }).token;
}

test.each([0, 3651, 1.5, "10"])("%j days are refused", async (retentionDays) => {
  const person = await server.signUp();
  expect((await person.json("PATCH", `/org/${person.orgId}`, { retentionDays })).status).toBe(400);
});
