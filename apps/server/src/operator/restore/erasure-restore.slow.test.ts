import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Erasure, Session } from "@callwright/contract";
import { expect, test } from "vitest";
import { createLogger } from "../../platform/config/logger.ts";
import { connectDatabase } from "../../platform/db/connect.ts";
import { createTestDatabase, openTestCluster } from "../../testing/postgres-cluster.ts";
import { startTestServer } from "../../testing/start-test-server.ts";
import { backup, restore } from "../backup/commands.ts";

const log = createLogger({ logLevel: "silent" });
const never = new AbortController().signal;
const NUMBER = "+493012345678";
const WAIT = { timeout: 60_000 };

test("a backup from before a deletion for good is cleared again after it is restored", { timeout: 300_000 }, async () => {
  const cluster = await openTestCluster();
  const folder = await mkdtemp(join(tmpdir(), "callwright-erasure-"));
  const databases = await Promise.all(
    [1, 2].map(() => createTestDatabase(cluster.adminUrl, `erasure_${randomUUID().replaceAll("-", "")}`)),
  );
  const [first, second] = databases;
  if (!first || !second) throw new Error("no database");
  const plain = { secret: undefined, blobStore: undefined, publicUrl: undefined };
  const at = (name: string, databaseUrl: string) => ({ dataDir: join(folder, name), databaseUrl });
  const original = await startTestServer({ config: at("original", first.url) });
  const admin = await original.signUp();
  const { value: token } = (await admin.json<{ value: string }>("POST", "/token", { name: "Kept" })).body;
  const meet = (number: string) =>
    admin.json<Session>("POST", "/session", { assistant: { name: "Riley" }, customer: { number } });
  await meet(NUMBER);
  await meet("+493099999999");
  const old = join(folder, "old.tar.gz");
  await backup({ ...at("original", first.url), ...plain }, log, old, never);
  expect(existsSync(join(folder, "erasures.jsonl"))).toBe(false);

  const { id } = (await admin.json<Erasure>("POST", "/erasure", { person: NUMBER })).body;
  const stateOf = async () => (await admin.json<Erasure>("GET", `/erasure/${id}`)).body.state;
  await expect.poll(stateOf, WAIT).toBe("counted");
  await admin.json("POST", `/erasure/${id}/confirm`, { person: NUMBER });
  await expect.poll(stateOf, WAIT).toBe("done");
  await backup({ ...at("original", first.url), ...plain }, log, join(folder, "new.tar.gz"), never);
  const ledger = await readFile(join(folder, "erasures.jsonl"), "utf8");
  expect(ledger.trimEnd().split("\n")).toHaveLength(1);
  expect(ledger).not.toContain(NUMBER.slice(1));
  expect(await readFile(join(folder, "original", "erasures.jsonl"), "utf8")).toBe(ledger);
  await original.close();

  const target = connectDatabase(second.url, log);
  await target.pool.query(
    "drop schema public cascade; create schema public; drop schema auth cascade; drop schema drizzle cascade; drop schema if exists pgboss cascade",
  );
  await target.close();
  const told = await restore({ ...at("copy", second.url), ...plain }, log, old, never);
  expect(told).toContain("1 deletion for good was made after this backup.");
  const copy = await startTestServer({ config: at("copy", second.url) });
  const read = async <Body>(path: string) =>
    (await (await fetch(`${copy.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Body;
  const left = async () => (await read<{ results: Session[] }>("/session")).results.map(({ customer }) => customer?.number);
  await expect.poll(left, WAIT).toEqual(["+493099999999"]);
  await copy.close();
  for (const { drop } of databases) await drop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});
