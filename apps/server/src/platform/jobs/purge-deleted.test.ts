import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assistant, assistantVersion } from "../../modules/assistant/tables.ts";
import { call, callEvent } from "../../modules/call/tables.ts";
import { session } from "../../modules/chat/tables.ts";
import { orgSpending, price } from "../../modules/cost/tables.ts";
import { file } from "../../modules/knowledge/tables.ts";
import { hostConnection } from "../../modules/org/tables.ts";
import { squad } from "../../modules/squad/tables.ts";
import { outputRun } from "../../modules/structured-output/tables.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { organization, token } from "../auth/tables.ts";
import { fileBlobKey, fileTextBlobKey, recordingBlobKey } from "../blobs/blob-key.ts";
import { purgeDeleted } from "./purge-deleted.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let nowMs = Date.parse("2026-11-21T12:00:00Z");
const orgId = randomUUID();
const now = () => new Date(nowMs);

beforeAll(async () => {
  server = await startTestServer({ now });
});
afterAll(() => server.close());

async function insertDeletedCall(): Promise<{ id: string; recordingKey: string }> {
  const { db } = server.context;
  const id = randomUUID();
  const recordingKey = recordingBlobKey(orgId, id);
  await putBlob(recordingKey);
  await db.insert(call).values({ ...callRow(id), recordingKey, deletedAt: now() });
  await db.insert(callEvent).values({ callId: id, orgId, seq: 0, atMs: 0, type: "call.started", payload: {} });
  return { id, recordingKey };
}

const callRow = (id: string) => ({
  id,
  orgId,
  createdAt: now(),
  updatedAt: now(),
  type: "webCall",
  status: "ended" as const,
  assistant: {},
  roomSecretHash: "",
  nodeId: "node",
  leaseExpiresAt: now(),
});

async function insertAssistant(deletedAt: Date | null): Promise<string> {
  const { db } = server.context;
  const id = randomUUID();
  await db.insert(assistant).values({ id, orgId, createdAt: now(), updatedAt: now(), deletedAt, config: {}, latestVersion: 1 });
  await db
    .insert(assistantVersion)
    .values({ id: randomUUID(), orgId, ownerId: id, version: 1, config: {}, createdBy: null, createdAt: now() });
  return id;
}

async function insertToken(deletedAt: Date | null): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    orgId,
    createdAt: now(),
    updatedAt: now(),
    deletedAt,
    tag: "private" as const,
    restrictions: {},
    valueHash: id,
  };
  await server.context.db.insert(token).values(row);
  return id;
}

async function putBlob(key: string): Promise<void> {
  const made = join(server.context.config.dataDir, randomUUID());
  await writeFile(made, "text");
  await server.context.blobs.putFile(key, made);
}

async function insertDeletedFile(): Promise<string[]> {
  const id = randomUUID();
  const keys = [fileBlobKey(orgId, id, "pdf"), fileTextBlobKey(orgId, id)];
  for (const key of keys) await putBlob(key);
  const row = { id, orgId, createdAt: now(), updatedAt: now(), deletedAt: now(), config: {}, state: { key: keys[0] } };
  await server.context.db.insert(file).values(row);
  return keys;
}

/** A row of a plain resource, and a conversation. */
async function insertDeletedOthers(): Promise<void> {
  const { db } = server.context;
  const row = { id: randomUUID(), orgId, createdAt: now(), updatedAt: now(), deletedAt: now() };
  await db.insert(squad).values({ ...row, config: {} });
  const conversation = { status: "active" as const, assistant: {}, openingMessages: [], expirationSeconds: 60, expiresAt: now() };
  await db.insert(session).values({ ...row, ...conversation });
}

test("what was deleted is purged after 30 days, not before, and takes what belongs to it along", async () => {
  const { db, blobs } = server.context;
  const gone = await insertDeletedCall();
  const goneAssistant = await insertAssistant(now());
  const fileKeys = await insertDeletedFile();
  await insertDeletedOthers();
  const kept = randomUUID();
  await db.insert(call).values(callRow(kept));
  const keptAssistant = await insertAssistant(null);
  await insertToken(now());
  const keptToken = await insertToken(null);
  const purge = () => purgeDeleted({ ...server.context, now });

  nowMs += 30 * DAY_MS - 1;
  expect(await purge()).toEqual({});
  expect(await blobs.stat(gone.recordingKey)).not.toBeNull();

  nowMs += 1;
  expect(await purge()).toEqual({ call: 1, assistant: 1, token: 1, file: 1, squad: 1, session: 1 });
  for (const key of fileKeys) expect(await blobs.stat(key)).toBeNull();
  expect(await blobs.stat(gone.recordingKey)).toBeNull();
  expect(await db.select().from(callEvent).where(eq(callEvent.callId, gone.id))).toEqual([]);
  expect(await db.select().from(assistantVersion).where(eq(assistantVersion.ownerId, goneAssistant))).toEqual([]);
  const idsLeft = async (table: typeof call | typeof assistant | typeof token) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.orgId, orgId))).map(({ id }) => id);
  expect(await idsLeft(call)).toEqual([kept]);
  expect(await idsLeft(assistant)).toEqual([keptAssistant]);
  expect(await idsLeft(token)).toEqual([keptToken]);
});

test("more than a batch is purged in one go", async () => {
  const { db } = server.context;
  await db.insert(call).values(Array.from({ length: 101 }, () => ({ ...callRow(randomUUID()), deletedAt: now() })));
  nowMs += 30 * DAY_MS;
  expect(await purgeDeleted({ ...server.context, now })).toMatchObject({ call: 101 });
});

test("an organization's connection, with the key of the other host, goes with it", async () => {
  const { db } = server.context;
  const [goneId, keptId] = [randomUUID(), randomUUID()];
  const connection = { url: "https://host.example", privateKey: "sealed", enabled: true, isCallwright: true };
  for (const [id, deletedAt] of [
    [goneId, now()],
    [keptId, null],
  ] as const) {
    await db.insert(organization).values({ id, name: "Org", slug: id, createdAt: now(), updatedAt: now(), deletedAt });
    await db.insert(hostConnection).values({ ...connection, orgId: id, createdAt: now(), updatedAt: now() });
    const ofModel = { part: "model", provider: "openai", model: "m", unit: "1m-input-tokens", usd: 1 } as const;
    await db.insert(price).values({ id: randomUUID(), orgId: id, ...ofModel, updatedAt: now() });
    await db.insert(orgSpending).values({ orgId: id, month: "2026-11", usd: 1 });
    const run = { outputKey: "mood", output: { name: "mood", type: "ai" }, status: "completed", total: 0 } as const;
    await db.insert(outputRun).values({ id: randomUUID(), orgId: id, createdAt: now(), ...run });
  }
  const connected = async () => (await db.select().from(hostConnection)).map((row) => row.orgId).toSorted();

  nowMs += 30 * DAY_MS - 1;
  await purgeDeleted({ ...server.context, now });
  expect(await connected()).toEqual([goneId, keptId].toSorted());
  nowMs += 1;
  expect(await purgeDeleted({ ...server.context, now })).toEqual({ organization: 1 });
  expect(await connected()).toEqual([keptId]);
  for (const table of [price, orgSpending, outputRun])
    expect((await db.select().from(table)).map((row) => row.orgId)).toEqual([keptId]);
});

test("all that is in an organization goes with it, batch by batch; a call that still runs keeps it until it has ended", async () => {
  const { db } = server.context;
  const id = randomUUID();
  await db.insert(organization).values({ id, name: "Org", slug: id, createdAt: now(), updatedAt: now(), deletedAt: now() });
  const ended = Array.from({ length: 201 }, () => ({ ...callRow(randomUUID()), orgId: id }));
  // With a valid lease; otherwise, the server would end the call as one of a dead node.
  const leaseExpiresAt = new Date(nowMs + 60 * DAY_MS);
  const running = { ...callRow(randomUUID()), orgId: id, status: "in-progress" as const, leaseExpiresAt };
  await db.insert(call).values([...ended, running]);
  await db.insert(squad).values({ id: randomUUID(), orgId: id, createdAt: now(), updatedAt: now(), config: {} });

  nowMs += 30 * DAY_MS;
  expect(await purgeDeleted({ ...server.context, now })).toEqual({ call: 201, squad: 1 });
  await db.update(call).set({ status: "ended" }).where(eq(call.id, running.id));
  expect(await purgeDeleted({ ...server.context, now })).toEqual({ call: 1, organization: 1 });
});
