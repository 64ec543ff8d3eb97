import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FAKE_S3, type FakeS3, startFakeS3 } from "../../platform/blobs/testing/fake-s3.ts";
import { createLogger } from "../../platform/config/logger.ts";
import { runClusterUrl } from "../../testing/postgres-cluster.ts";
import { startTestServer } from "../../testing/start-test-server.ts";
import { backup, restore } from "./commands.ts";

const log = createLogger({ logLevel: "silent" });
const never = new AbortController().signal;
const adminUrl = runClusterUrl() ?? "";

let folder: string;
let stores: FakeS3[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-backup-s3-"));
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function openStore(): Promise<FakeS3> {
  const store = await startFakeS3();
  stores.push(store);
  return store;
}

async function admin(statement: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test("files and recordings go from one S3 store into another, and from there onto a disk", async () => {
  const [from, to] = [await openStore(), await openStore()];
  const inStore = ({ url }: FakeS3) => ({ ...FAKE_S3, url });
  const server = await startTestServer({ config: { blobStore: inStore(from) } });
  const person = await server.signUp();
  const form = new FormData();
  form.set("file", new File(["Nine to five."], "hours.txt"));
  const { id } = (await (await person.fetch("/file", { method: "POST", body: form })).json()) as { id: string };
  const isRead = async () => (await person.json<{ status: string }>("GET", `/file/${id}`)).body.status;
  await expect.poll(isRead, { timeout: 60_000 }).toBe("done");
  const { value } = (await person.json<{ value: string }>("POST", "/token", { name: "Kept" })).body;
  const archive = join(folder, "backup.tar.gz");
  await backup(server.context.config, log, archive, never);
  // Leaves out the objects of the store's test at the start.
  const kept = [...from.objects.keys()].filter((key) => key.startsWith("org/"));
  await server.close();
  expect(kept).toHaveLength(3);

  const restored = `restored_${randomUUID().replaceAll("-", "")}`;
  await admin(`create database ${restored}`);
  const databaseUrl = Object.assign(new URL(adminUrl), { pathname: `/${restored}` }).href;
  const config = { dataDir: join(folder, "to"), databaseUrl, publicUrl: undefined, secret: undefined, blobStore: inStore(to) };
  await restore(config, log, archive, never);
  expect([...to.objects.keys()].toSorted()).toEqual(kept.toSorted());
  expect(existsSync(join(config.dataDir, "blobs"))).toBe(false);
  const again = await startTestServer({ config });
  const file = await fetch(`${again.url}/file/${id}`, { headers: { authorization: `Bearer ${value}` } });
  const { url } = (await file.json()) as { url: string };
  expect(await (await fetch(url)).text()).toBe("Nine to five.");
  const second = join(folder, "second.tar.gz");
  await backup(config, log, second, never);
  await again.close();
  await admin(`drop database ${restored} with (force)`);

  await admin(`create database ${restored}`);
  const onDisk = { ...config, dataDir: join(folder, "disk"), blobStore: undefined };
  await restore(onDisk, log, second, never);
  for (const key of kept) expect(existsSync(join(onDisk.dataDir, "blobs", key)), key).toBe(true);
  await admin(`drop database ${restored} with (force)`);
});
