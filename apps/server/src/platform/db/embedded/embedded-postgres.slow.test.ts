import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const log = pino({ level: "silent" });
let folder: string;
let clusterDir: string;
let postgres: EmbeddedPostgres | undefined;
const children: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "callwright-embedded-"));
  clusterDir = join(folder, "postgres");
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await postgres?.stop();
  postgres = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres?.url("postgres"));
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function queryWhenBack(sql: string): Promise<Record<string, unknown>[]> {
  for (;;) {
    try {
      return await query(sql);
    } catch {
      await delay(20);
    }
  }
}

/** Another Node process that starts the same cluster and says so; it does nothing else until it is killed. */
async function startInChild(): Promise<{ kill: () => Promise<void>; pid: number }> {
  const script = `
    import { pino } from "pino";
    import { startEmbeddedPostgres } from ${JSON.stringify(fileURLToPath(new URL("./embedded-postgres.ts", import.meta.url)))};
    const postgres = await startEmbeddedPostgres({ clusterDir: ${JSON.stringify(clusterDir)}, log: pino({ level: "silent" }) });
    process.stdout.write(postgres.pid() + "\\n");
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--conditions=callwright-source", "--input-type=module", "-e", script],
    { stdio: ["ignore", "pipe", "inherit"], cwd: fileURLToPath(new URL(".", import.meta.url)) },
  );
  children.push(child);
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (line) => resolve(Number(line)));
    child.once("exit", () => reject(new Error("the child ended early")));
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    pid,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

test("makes a cluster on first use, and keeps what is written over a stop", async () => {
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  expect(postgres.adopted).toBe(false);
  await query("create table kept (n int)");
  await query("insert into kept values (1)");
  expect(statSync(clusterDir).mode & 0o777).toBe(0o700);
  expect(statSync(`${clusterDir}.password`).mode & 0o777).toBe(0o600);
  expect((await query("show listen_addresses"))[0]).toEqual({ listen_addresses: "127.0.0.1" });
  await postgres.stop();
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  expect(await query("select n from kept")).toEqual([{ n: 1 }]);
});

test.runIf(process.getuid?.() === 0)("as root it runs as another user, with no right but to read and search", async () => {
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  const status = readFileSync(`/proc/${postgres.pid()}/status`, "utf8");
  expect(status).not.toMatch(/^Uid:\t0\t/m);
  expect(status).toMatch(/^CapEff:\t000000000000000[2-4]$/m);
});

test("a password is needed", async () => {
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  const url = new URL(postgres.url("postgres"));
  url.password = "wrong";
  await expect(new pg.Client(url.href).connect()).rejects.toThrow(/password authentication failed/);
});

test("a killed postmaster is started again on its port, with every acknowledged row", async () => {
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  await query("insert into kept values (2)");
  const before = postgres.pid();
  process.kill(before, "SIGKILL");
  expect(await queryWhenBack("select max(n) as n from kept")).toEqual([{ n: 2 }]);
  expect(postgres.pid()).not.toBe(before);
});

test("the PostgreSQL a killed server left behind is taken over", async () => {
  const child = await startInChild();
  await child.kill();
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  expect(postgres.adopted).toBe(true);
  expect(postgres.pid()).toBe(child.pid);
  expect(await query("select max(n) as n from kept")).toEqual([{ n: 2 }]);
});

test("two starts at once share one postmaster", async () => {
  const both = await Promise.all([startEmbeddedPostgres({ clusterDir, log }), startEmbeddedPostgres({ clusterDir, log })]);
  expect(both[0].pid()).toBe(both[1].pid());
  await Promise.all(both.map((each) => each.stop()));
});

test("server and database killed together: the next start recovers", async () => {
  const child = await startInChild();
  process.kill(child.pid, "SIGKILL");
  await child.kill();
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  expect(postgres.pid()).not.toBe(child.pid);
  expect(await query("select max(n) as n from kept")).toEqual([{ n: 2 }]);
});

test.runIf(process.platform === "linux")("a zombie that was once PostgreSQL does not pass for one", async () => {
  // The process `sleep`, under the name postgres, becomes a zombie: its first parent, the shell, is replaced by a program that never reaps it.
  symlinkSync(execFileSync("which", ["sleep"]).toString().trim(), join(folder, "postgres-zombie"));
  const parent = spawn("sh", ["-c", `"${join(folder, "postgres-zombie")}" 600 & echo $!; exec sleep 600`]);
  children.push(parent);
  const pid = await new Promise<number>((resolve) => parent.stdout.once("data", (line) => resolve(Number(line))));
  while (!readFileSync(`/proc/${parent.pid}/stat`, "utf8").includes("(sleep)")) await delay(10);
  process.kill(pid);
  while (!/\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) await delay(10);
  leaveLockFile(pid);
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  expect(postgres.adopted).toBe(false);
  expect(await query("select max(n) as n from kept")).toEqual([{ n: 2 }]);
});

test("another program that got the pid of a dead PostgreSQL does not stand in the way", async () => {
  leaveLockFile(process.pid);
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  expect(postgres.adopted).toBe(false);
  expect(await query("select max(n) as n from kept")).toEqual([{ n: 2 }]);
});

test("an empty lock file, which a killed start leaves, does not stand in the way", async () => {
  writeFileSync(join(clusterDir, "postmaster.pid"), "");
  postgres = await startEmbeddedPostgres({ clusterDir, log });
  expect(await query("select max(n) as n from kept")).toEqual([{ n: 2 }]);
});

test("what another major version wrote is refused with a sentence", async () => {
  const version = join(clusterDir, "PG_VERSION");
  writeFileSync(version, "17\n");
  await expect(startEmbeddedPostgres({ clusterDir, log })).rejects.toThrow(
    /is of PostgreSQL 17, this server brings 18\. Start the release/,
  );
  writeFileSync(version, "18\n");
});

test("a setting PostgreSQL refuses is named in the sentence", async () => {
  await expect(startEmbeddedPostgres({ clusterDir, log, settings: { shared_buffers: "a lot" } })).rejects.toThrow(
    /did not start \(.*shared_buffers.*\)\. Its log is/,
  );
});

function leaveLockFile(pid: number): void {
  const lines = [pid, clusterDir, 1_700_000_000, 5999, "", "127.0.0.1", "", "ready"];
  writeFileSync(join(clusterDir, "postmaster.pid"), `${lines.join("\n")}\n`);
}
