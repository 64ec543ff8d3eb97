import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSecrets } from "./secrets.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "callwright-secrets-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("the first start makes a secret that only its owner reads, and later starts keep it", async () => {
  const first = await loadSecrets({ dataDir, secret: undefined });
  expect((await stat(join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(["secret"]);
  expect(await loadSecrets({ dataDir, secret: undefined })).toEqual(first);
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  expect(await readFile(join(dataDir, "secret"), "utf8")).not.toContain(first.auth);
});

test("a file that others can read is closed to them", async () => {
  await loadSecrets({ dataDir, secret: undefined });
  await chmod(join(dataDir, "secret"), 0o644);
  await loadSecrets({ dataDir, secret: undefined });
  expect((await stat(join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
});

test("SECRET takes the place of the file, the same on every node", async () => {
  const secret = "the same secret on every node of the cluster";
  expect(await loadSecrets({ dataDir, secret })).toEqual(await loadSecrets({ dataDir: join(dataDir, "other"), secret }));
  expect(await readdir(dataDir)).toEqual([]);
});

test("a damaged secret is not replaced: what it encrypted would be lost", async () => {
  await writeFile(join(dataDir, "secret"), "abc");
  await expect(loadSecrets({ dataDir, secret: undefined })).rejects.toThrow(/damaged.*backup/);
});
