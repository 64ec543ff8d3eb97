import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Call } from "@callwright/contract";
import { afterAll, expect, test } from "vitest";
import { FAKE_S3, startFakeS3 } from "../../apps/server/src/platform/blobs/testing/fake-s3.ts";
import { createTestDatabase, openTestCluster } from "../../apps/server/src/testing/postgres-cluster.ts";
import { getCall, listCalls, signIn, signUp } from "../harness/platform.ts";
import { scratchPath } from "../harness/scratch.ts";
import { startServerProcess } from "../harness/server-process.ts";

/** kill -9 while the files of a call are sent to the organization's storage: the next start stores all of them, and keeps no local copy. */

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test("of a call's files none is lost when the server is killed between two of them", async () => {
  const cluster = await openTestCluster();
  const database = await createTestDatabase(cluster.adminUrl, `storage_${randomUUID().replaceAll("-", "")}`);
  const s3 = await startFakeS3();
  closing.push(cluster.stop, database.drop, s3.close);
  const dataDir = scratchPath("storage-kill");
  const env = { DATABASE_URL: database.url, LOG_LEVEL: "warn", ALLOW_PRIVATE_ADDRESSES: "true" };
  const start = () => startServerProcess({ dataDir, env });
  const person = { name: "Ada", email: "ada@example.com", password: "a long enough password" };
  let server = await start();
  let user = await signUp(server.url, person);
  const { accessKeyId, secretAccessKey, region, bucket: name } = FAKE_S3;
  const bucketPlan = { name, region, accessKeyId, secretAccessKey, url: s3.url.replace(`/${name}`, "") };
  await user.send("POST", "/credential", { provider: "s3-compatible", bucketPlan });
  const callId = (await listCalls(user))[0]?.id ?? "";

  // The second file never gets an answer.
  s3.pause = async () => (s3.objects.size > 0 ? new Promise<never>(() => {}) : undefined);
  expect((await user.send<Call>("POST", `/call/${callId}/store`)).status).toBe(200);
  await expect.poll(() => s3.objects.size, { interval: 20 }).toBe(1);
  await server.kill();
  expect(s3.objects.size).toBe(1);

  s3.pause = async () => {};
  server = await start();
  closing.push(() => server.stop());
  user = await signIn(server.url, person);
  const storage = async () => (await getCall(user, callId)).artifact?.storage ?? [];
  await expect.poll(async () => (await storage()).length, { timeout: 120_000 }).toBe(5);
  expect((await storage()).map(({ state }) => state)).toEqual(Array(5).fill("stored"));
  expect(s3.objects.size).toBe(5);
  expect(await readdir(path.join(dataDir, "uploads")).catch(() => [])).toEqual([]);
  const stereo = (await getCall(user, callId)).artifact?.stereoRecordingUrl ?? "";
  expect((await fetch(stereo, { headers: { range: "bytes=0-3" } })).status).toBe(206);
});
