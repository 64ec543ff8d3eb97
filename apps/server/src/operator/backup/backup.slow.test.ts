import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { HELD_KINDS } from "@callwright/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertDeliveries } from "../../modules/webhook/delivery-store.ts";
import { createLogger } from "../../platform/config/logger.ts";
import { LAST_COMMIT_FOR_OLDER, oldestSchemaVersion } from "../../platform/db/migrate.ts";
import { hashRestoreCode } from "../../platform/held/restore-code.ts";
import { backupSealKey } from "../../platform/secrets/secrets.ts";
import { runClusterUrl } from "../../testing/postgres-cluster.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { createArchiveWriter } from "./archive-writer.ts";
import { backup, restore } from "./commands.ts";
import { backupTables } from "./create-backup.ts";
import { ENTRY, type Manifest } from "./manifest.ts";

const log = createLogger({ logLevel: "silent" });
const never = new AbortController().signal;
const adminUrl = runClusterUrl() ?? "";
/** Long enough for a busy machine. */
const WAIT = { timeout: 60_000 };
const plain = { secret: undefined, blobStore: undefined, publicUrl: undefined };
const SECRET = "the secret of an older release, in its environment";
const embedded = { databaseUrl: undefined, ...plain };

let folder: string;
let server: TestServer;
let person: TestClient;
let token: string;
/** Id of an uploaded file. */
let menu: string;
const MENU = "Fish and chips, 9 to 5";
/** A backup of the running server, made while it was written to. */
let archive: string;
let toldOfArchive: string;
/** Names of the assistants that were there before the backup began. */
const before: string[] = [];

const assistant = (name: string) => person.json<{ id: string }>("POST", "/assistant", { name, firstMessage: "Grüß Gott\n\t\\N" });

/** Uploads a file and waits until its text has been read. */
async function uploadMenu(): Promise<string> {
  const form = new FormData();
  form.append("file", new File([MENU], "menu.txt", { type: "text/plain" }));
  const created = await person.fetch("/file", { method: "POST", body: form });
  const { id } = (await created.json()) as { id: string };
  const isDone = async () => (await person.json<{ status: string }>("GET", `/file/${id}`)).body.status === "done";
  await vi.waitUntil(isDone, WAIT);
  return id;
}

/** The message of a webhook about a call, whose links lead to its recording and to its log, which is made when it is read. */
async function keepReportOfCall(): Promise<void> {
  const [call] = (await person.json<{ id: string; artifact: { logUrl: string } }[]>("GET", "/call")).body;
  expect(new URL(call?.artifact.logUrl ?? "").pathname).toMatch(/\/org\/[0-9a-f-]+\/call\/[0-9a-f-]+\/log\.jsonl$/);
  const delivery = { id: randomUUID(), orgId: person.orgId, lane: call?.id ?? "", createdAt: new Date() };
  const message = { type: "end-of-call-report", call };
  await insertDeliveries(server.context.db, [
    {
      ...delivery,
      type: message.type,
      kind: "queued",
      status: "delivered",
      target: "assistant",
      callId: call?.id,
      fields: {},
      message,
    },
  ]);
}

/** An embedded server that is backed up while assistants are being created. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-backup-"));
  server = await startTestServer({ config: { ...embedded, dataDir: join(folder, "from") } });
  person = await server.signUp();
  token = (await person.json<{ value: string }>("POST", "/token", { name: "Kept" })).body.value;
  for (let count = 0; count < 3; count++) {
    before.push(`Before ${count}`);
    await assistant(`Before ${count}`);
  }
  menu = await uploadMenu();
  await keepReportOfCall();
  let done = false;
  let written = 0;
  const writing = (async () => {
    while (!done) {
      const { status } = await assistant(`Meanwhile ${written}`);
      if (status === 201) written += 1;
    }
  })();
  archive = join(folder, "made", "backup.tar.gz");
  await vi.waitUntil(() => written > 2, WAIT);
  toldOfArchive = await backup(server.context.config, log, archive, never);
  const atTheEnd = written;
  await vi.waitUntil(() => written > atTheEnd, WAIT);
  done = true;
  await writing;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface ListedCall {
  id: string;
  artifact: { stereoRecordingUrl: string };
}
const callsOf = async (url: string, bearer: string) => {
  const answer = await fetch(`${url}/call`, { headers: { authorization: `Bearer ${bearer}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ListedCall[];
};
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

async function expectEverything(url: string): Promise<void> {
  const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  expect(signIn.status).toBe(200);
  const session = await fetch(`${url}/api/auth/get-session`, { headers: { cookie: person.cookie } });
  expect(await session.json()).toMatchObject({ user: { email: person.email } });

  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/assistant?limit=1000`, { headers });
  const assistants = (await answer.json()) as { id: string; name: string; firstMessage: string }[];
  expect(assistants.map(({ name }) => name)).toEqual(expect.arrayContaining([...before, "Meanwhile 0", "Meanwhile 1"]));
  for (const { id, name, firstMessage } of assistants.filter((each) => /^(Before|Meanwhile)/.test(each.name))) {
    expect(firstMessage, name).toBe("Grüß Gott\n\t\\N");
    const versions = await fetch(`${url}/assistant/${id}/version`, { headers });
    expect(await versions.json(), name).toMatchObject({ results: [{ version: "v1" }] });
  }

  const file = (await (await fetch(`${url}/file/${menu}`, { headers })).json()) as { url: string; parsedTextUrl: string };
  expect((await bytesAt(file.url)).toString()).toBe(MENU);
  expect((await bytesAt(file.parsedTextUrl)).toString()).toContain(MENU);

  const [theirs] = await callsOf(server.url, person.orgToken);
  const [ours] = await callsOf(url, token);
  const recording = await bytesAt(ours?.artifact.stereoRecordingUrl ?? "");
  expect(recording.length).toBeGreaterThan(100_000);
  expect(recording.equals(await bytesAt(theirs?.artifact.stereoRecordingUrl ?? ""))).toBe(true);
}

async function emptyDatabase(): Promise<{ url: string; query: (sql: string) => Promise<unknown[]>; drop: () => Promise<void> }> {
  const name = `restore_${randomUUID().replaceAll("-", "")}`;
  const run = async (url: string, sql: string) => {
    const client = new pg.Client(url);
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };
  await run(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: async (sql) => (await run(url.href, sql)).rows,
    drop: async () => void (await run(adminUrl, `drop database ${name} with (force)`)),
  };
}

test("links in messages of webhooks are not taken for files that are missing", () => {
  expect(toldOfArchive).not.toContain("Not found");
});

test("the archive is its owner's alone, and there is no other file", () => {
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, "made"))).toEqual(["backup.tar.gz"]);
});

test("restored into an empty directory: the account, the session, the token, the entities, the recordings", {
  timeout: 180_000,
}, async () => {
  const dataDir = join(folder, "embedded");
  const told = await restore({ ...embedded, dataDir }, log, archive, never);
  expect(told).toContain("(3 files). Start with npm start.");
  expect(readdirSync(dataDir).sort()).toEqual(["blobs", "postgres", "postgres.log", "postgres.password", "secret"]);
  const restored = await startTestServer({ config: { ...embedded, dataDir } });
  await expectEverything(restored.url);
  await restored.close();

  // A backup while nothing runs, as of a stopped server.
  const again = join(folder, "again.tar.gz");
  expect(await backup({ ...embedded, dataDir }, log, again, never)).toContain("3 files");
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
});

test("restored into an empty database, whose own backup is as good", async () => {
  const first = await emptyDatabase();
  const second = await emptyDatabase();
  const config = (name: string, { url }: { url: string }) => ({
    dataDir: join(folder, name),
    databaseUrl: url,
    ...plain,
  });
  await restore(config("first", first), log, archive, never);
  // Rows of 1 MB in a table of several pieces, with every character that COPY escapes.
  await first.query(`insert into idempotency_key (org_id, key, request_hash, body, created_at)
    select 'o', n::text, E'\\\\N\\t\\n\\r\\\\.\\\\', repeat(md5(n::text), 32768), now() from generate_series(1, 10) n`);
  const copy = join(folder, "copy.tar.gz");
  await backup(config("first", first), log, copy, never);
  await restore(config("second", second), log, copy, never);
  for (const { schema, name } of backupTables()) {
    // Each restore writes its own rows.
    if (name === "restore" || name === "held_kind") continue;
    const rows = `select count(*) as rows, md5(string_agg(md5(t::text), '' order by t::text)) as sum from ${schema}."${name}" t`;
    expect(await second.query(rows), name).toEqual(await first.query(rows));
  }
  expect(await second.query("select tgname from pg_trigger where tgenabled <> 'O'")).toEqual([]);
  const restored = await startTestServer({ config: config("second", second) });
  await expectEverything(restored.url);
  await restored.close();
  await Promise.all([first.drop(), second.drop()]);
});

test("a data directory that is not the server's is noticed", async () => {
  const other = await startTestServer();
  const { databaseUrl } = other.context.config;
  const dataDir = join(folder, "elsewhere");
  const file = join(folder, "elsewhere.tar.gz");
  await expect(backup({ dataDir, databaseUrl, ...plain }, log, file, never)).rejects.toThrow(`There is no secret in ${dataDir}.`);
  await other.signUp();
  const told = await backup({ dataDir, databaseUrl, ...plain, secret: "in the environment" }, log, file, never);
  expect(told).toContain("SECRET is not in it");
  expect(told).toContain("Not found, though the database names them: 1 file.");
  await expect(backup({ ...embedded, dataDir }, log, `${file}.2`, never)).rejects.toThrow("There is no database in");
  await other.close();
});

test("what is there is not overwritten", async () => {
  const dataDir = server.context.config.dataDir;
  await expect(restore({ ...embedded, dataDir }, log, archive, never)).rejects.toThrow(`${dataDir} is not empty.`);
  await expect(backup({ ...embedded, dataDir }, log, archive, never)).rejects.toThrow("exists already");
  const taken = await emptyDatabase();
  await taken.query("create table cake (id int)");
  const fresh = join(folder, "fresh");
  await expect(restore({ dataDir: fresh, databaseUrl: taken.url, ...plain }, log, archive, never)).rejects.toThrow(
    "The database is not empty.",
  );
  expect(readdirSync(fresh)).toEqual([]);
  await taken.drop();
  await callsOf(server.url, person.orgToken);
});

test("an archive that is not whole, not what it was, or not ours restores nothing", async () => {
  const whole = await readFile(archive);
  const tar = gunzipSync(whole);
  const flipped = (bytes: Buffer, at: number) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const recording = tar.indexOf("RIFF") + 1000;
  const damaged: Record<string, [bytes: Buffer, told: RegExp]> = {
    "cut off": [whole.subarray(0, whole.length * 0.9), /is damaged \(.*end/],
    "cut off and closed": [gzipSync(tar.subarray(0, 512 * 40)), /is damaged/],
    "a byte of the file": [flipped(whole, whole.length - 5000), /is damaged/],
    "a byte of a recording": [gzipSync(flipped(tar, recording)), /is damaged \(blobs\/org\/.* is not what it was\)/],
    "something else": [gzipSync("not a tar"), /is damaged|not a backup/],
    nothing: [Buffer.alloc(0), /is damaged|not a backup/],
  };
  const database = await emptyDatabase();
  for (const [name, [bytes, told]] of Object.entries(damaged)) {
    const file = join(folder, `${name}.tar.gz`);
    await writeFile(file, bytes);
    const dataDir = join(folder, `dir of ${name}`);
    const restoring = restore({ dataDir, databaseUrl: database.url, ...plain }, log, file, never);
    await expect(restoring, name).rejects.toThrow(told);
    expect(readdirSync(dataDir), name).toEqual([]);
    expect(await database.query("select nspname from pg_namespace where nspname in ('auth', 'drizzle')"), name).toEqual([]);
  }
  await database.drop();
});

/** An archive with a schema of another time, and these tables. */
async function makeArchive(
  name: string,
  manifest: Pick<Manifest, "version" | "schemaVersion" | "tables">,
  rows = "",
): Promise<string> {
  const file = join(folder, `${name}.tar.gz`);
  const writer = await createArchiveWriter(file);
  const bytes = Buffer.from(JSON.stringify({ format: 1, madeAt: new Date().toISOString(), ...manifest }));
  await writer.add(ENTRY.manifest, bytes.length, [bytes]);
  for (const table of manifest.tables)
    await writer.add(`${ENTRY.tables}${table.schema}.${table.name}/0`, rows.length, [Buffer.from(rows)]);
  await writer.finish(backupSealKey(SECRET));
  return file;
}

test.each([
  ["too new", { version: "99.0.0", schemaVersion: 99_999_999_999_999 }, "newer release of Callwright (99.0.0)"],
  ["too old", { version: "0.1.0", schemaVersion: oldestSchemaVersion() - 1 }, `Restore it with commit ${LAST_COMMIT_FOR_OLDER}`],
])("a backup with a schema that is %s is refused, with what to do", async (name, manifest, told) => {
  const file = await makeArchive(name, { ...manifest, tables: [] });
  const database = await emptyDatabase();
  const dataDir = join(folder, `dir of ${name}`);
  const restoring = restore({ dataDir, databaseUrl: database.url, ...plain }, log, file, never);
  await expect(restoring).rejects.toThrow(told);
  expect(readdirSync(dataDir)).toEqual([]);
  await database.drop();
});

test("a backup of the oldest schema is restored into the schema of this release", async () => {
  // A table of that schema version that no longer exists.
  const tables: Manifest["tables"] = [{ schema: "public", name: "done_once", columns: ["name", "done_at"] }];
  const manifest = { version: "0.1.0", schemaVersion: oldestSchemaVersion(), tables };
  const file = await makeArchive("oldest", manifest, "seal-headers\t2026-11-20 10:00:00+00\n");
  const database = await emptyDatabase();
  const config = { dataDir: join(folder, "oldest"), databaseUrl: database.url, ...plain, secret: SECRET };
  const told = await restore(config, log, file, never);
  expect(told).toContain("It is complete and unchanged.");
  const [, code = ""] = /with this code: (\S+)/.exec(told) ?? [];
  expect(await database.query("select code_hash from restore")).toEqual([{ code_hash: hashRestoreCode(code) }]);
  expect(await database.query("select kind from held_kind where resumed_at is null")).toHaveLength(HELD_KINDS.length);
  const restored = await startTestServer({ config });
  expect(await database.query("select to_regclass('done_once') as gone")).toEqual([{ gone: null }]);
  await restored.signUp();
  await restored.close();
  await database.drop();
});

test("an interrupted backup leaves no file, an interrupted restore nothing but an empty directory", async () => {
  const stopped = AbortSignal.abort(new Error("stopped"));
  const file = join(folder, "stopped.tar.gz");
  await expect(backup(server.context.config, log, file, stopped)).rejects.toThrow("stopped");
  expect(readdirSync(folder).filter((name) => name.startsWith("stopped"))).toEqual([]);
  const dataDir = join(folder, "stopped");
  const database = await emptyDatabase();
  const restoring = restore({ dataDir, databaseUrl: database.url, ...plain }, log, archive, stopped);
  await expect(restoring).rejects.toThrow("stopped");
  expect(readdirSync(dataDir)).toEqual([]);
  await database.drop();
});

test("a restore that was killed can be run again; until then no server starts there", async () => {
  const dataDir = join(folder, "killed");
  const database = await emptyDatabase();
  const config = { dataDir, databaseUrl: database.url, ...plain };
  await restore(config, log, archive, never);
  await database.drop();
  // The marker of a killed restore, by a process that does not exist: the highest possible pid is never assigned.
  await writeFile(join(dataDir, "restore-unfinished"), String(2 ** 22));
  const other = await emptyDatabase();
  await expect(startTestServer({ config: { ...config, databaseUrl: other.url } })).rejects.toThrow("Run npm run restore again");
  await restore({ ...config, databaseUrl: other.url }, log, archive, never);
  const restored = await startTestServer({ config: { ...config, databaseUrl: other.url } });
  await callsOf(restored.url, token);
  await restored.close();
  await other.drop();
});
