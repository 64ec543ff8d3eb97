import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { EXPORT_LINK_DAYS, EXPORTS_PER_MINUTE } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportBlobKey } from "../../../platform/blobs/blob-key.ts";
import { uploadsFolder } from "../../../platform/http/uploads-folder.ts";
import { applyRetention } from "../../../platform/jobs/retention.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { callExport } from "../tables.ts";
import { sendExport } from "./mail-export.ts";

const DAY_MS = 86_400_000;
const never = new AbortController().signal;
let nowMs = Date.now();
const now = () => new Date(nowMs);
let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer({ now });
  client = await server.signUp();
});
afterAll(() => server.close());

/** An export without a job: it is made only after the server starts again. */
async function insertOpenExport(): Promise<{ orgId: string; id: string }> {
  const run = { orgId: client.orgId, id: randomUUID() };
  const query = {
    format: "json" as const,
    async: "true" as const,
    page: 1,
    sortBy: "createdAt" as const,
    sortOrder: "DESC" as const,
  };
  await server.context.db.insert(callExport).values({ ...run, createdAt: now(), updatedAt: now(), email: client.email, query });
  return run;
}

test("an organization begins some a minute, and no other organization's count", async () => {
  const begin = async (as: TestClient) => (await as.fetch("/v2/call/export?async=true")).status;
  const statuses = await Promise.all(Array.from({ length: EXPORTS_PER_MINUTE + 1 }, () => begin(client)));
  expect(statuses.sort()).toEqual([...Array.from({ length: EXPORTS_PER_MINUTE }, () => 200), 429]);
  expect(await begin(await server.signUp())).toBe(200);
  nowMs += 60_000;
  expect(await begin(client)).toBe(200);
});

test("one that was stopped goes on, and its file is made once and sent once", async () => {
  const sent: string[] = [];
  const mailer = { ...server.context.mailer, sendMail: async ({ text }: { text: string }) => void sent.push(text) };
  // The server's own job writes to the server's folder.
  const config = { ...server.context.config, dataDir: join(server.context.config.dataDir, "stopped") };
  const context = { ...server.context, config, mailer, origin: server.url };
  const run = await insertOpenExport();
  await expect(sendExport(context, run, AbortSignal.abort())).rejects.toThrow("abort");
  expect(await readdir(uploadsFolder(context.config))).toEqual([]);

  const refusing = { ...mailer, sendMail: () => Promise.reject(new Error("the mail server is away")) };
  await expect(sendExport({ ...context, mailer: refusing }, run, never)).rejects.toThrow("away");
  expect(await context.blobs.stat(exportBlobKey(run.orgId, run.id, "json"))).not.toBeNull();

  const blobs = {
    ...context.blobs,
    stat: context.blobs.stat.bind(context.blobs),
    putFile: () => Promise.reject(new Error("made twice")),
  };
  await sendExport({ ...context, blobs }, run, never);
  await sendExport({ ...context, blobs }, run, never);
  expect(sent).toHaveLength(1);
});

test("an open one is sent after a restart; its link ends after a week, and its file goes", async () => {
  const { orgId, id } = await insertOpenExport();
  const { databaseUrl, dataDir } = server.context.config;
  const restarted = await startTestServer({ now, config: { databaseUrl, dataDir } });
  const { outbox } = restarted.context.mailer;
  await expect.poll(() => outbox?.list().length, { timeout: 20_000 }).toBe(1);
  const { pathname, search } = new URL(/http\S+/.exec(outbox?.list()[0]?.text ?? "")?.[0] ?? "");
  await restarted.close();

  const link = `${server.url}${pathname}${search}`;
  const open = async () => (await fetch(link)).status;
  expect((await (await fetch(link)).json()) as unknown[]).toHaveLength(1);
  nowMs += EXPORT_LINK_DAYS * DAY_MS;
  expect(await open()).toBe(200);
  nowMs += DAY_MS;
  expect(await open()).toBe(404);
  expect(await applyRetention(server.context)).toMatchObject({ exports: expect.any(Number) });
  expect(await server.context.blobs.stat(exportBlobKey(orgId, id, "json"))).toBeNull();
});
