import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Config, parseConfig } from "./platform/config/config.ts";
import { StartError } from "./platform/config/start-error.ts";
import { type RunningServer, startServer } from "./server.ts";
import { createTestDatabase, runClusterUrl, USER_WITH_PASSWORD } from "./testing/postgres-cluster.ts";
import { signUpTestClient } from "./testing/test-client.ts";

let folder: string;
let databases = 0;
const dropLater: (() => Promise<void>)[] = [];
const running: RunningServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-start-"));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});
afterAll(async () => {
  for (const drop of dropLater) await drop();
  await rm(folder, { recursive: true, force: true });
});

async function freshDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase(runClusterUrl() ?? "", `start_${process.pid}_${++databases}`);
  dropLater.push(drop);
  return url;
}

/** How many connections a database has. */
async function connectionsTo(databaseUrl: string): Promise<number> {
  const admin = new pg.Client(runClusterUrl());
  await admin.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  const { rowCount } = await admin.query("select from pg_stat_activity where datname = $1", [name]);
  await admin.end();
  return rowCount ?? 0;
}

function config(change: Partial<Config>): Config {
  const env = { PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent", CALL_HOST_WARM: "no", SIGN_UP: "open" };
  return { ...parseConfig(env), dataDir: join(folder, "data"), ...change };
}

async function start(change: Partial<Config>): Promise<RunningServer> {
  const server = await startServer(config(change));
  running.push(server);
  return server;
}

describe("on its own data directory", () => {
  const dataDir = () => join(folder, "own");

  test("makes it for its owner alone, and finds everything again", async () => {
    const first = await start({ dataDir: dataDir() });
    expect((await stat(dataDir())).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir(), "secret"))).mode & 0o777).toBe(0o600);
    const client = await signUpTestClient(first.url);
    await client.json("POST", "/assistant", { name: "Kept" });
    await first.close();

    const second = await start({ dataDir: dataDir() });
    const list = await fetch(`${second.url}/assistant`, { headers: { authorization: `Bearer ${client.orgToken}` } });
    expect(await list.json()).toMatchObject([{ name: "Kept" }, { name: "Riley" }]);
  });

  test("refuses a second server, and leaves the first alone", async () => {
    const first = await start({ dataDir: dataDir() });
    await expect(start({ dataDir: dataDir() })).rejects.toThrow(
      `Another Callwright server uses ${dataDir()}. Stop it, or set DATA_DIR`,
    );
    expect((await fetch(`${first.url}/server-status`)).status).toBe(200);
  });

  test("a database that dies while it is written to takes nothing along, and comes back", async () => {
    const server = await start({ dataDir: dataDir() });
    const client = await signUpTestClient(server.url, { email: "phoenix@example.com" });
    const acknowledged: string[] = [];
    let writing = true;
    const write = async (writer: number) => {
      for (let n = 0; writing; n++) {
        const { status, body } = await client.json<{ id: string; code: string }>("POST", "/assistant", {
          name: `${writer}-${n}`,
        });
        if (status === 201) acknowledged.push(body.id);
        else expect([status, body.code]).toEqual([503, "database-unavailable"]);
      }
    };
    const writers = Promise.all([1, 2, 3, 4].map(write));
    await expect.poll(() => acknowledged.length, { timeout: 50_000 }).toBeGreaterThan(20);
    const lockFile = await readFile(join(dataDir(), "postgres/postmaster.pid"), "utf8");
    process.kill(Number(lockFile.split("\n")[0]), "SIGKILL");
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 50_000 }).toBeGreaterThan(before + 20);
    writing = false;
    await writers;
    const { body } = await client.json<{ id: string }[]>("GET", "/assistant?limit=1000");
    expect(body.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  });
});

describe("says in one sentence why it cannot start, and how it can", () => {
  test("a taken port", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start({ port })).rejects.toThrow(
      `Port ${port} is taken by another program. Stop that program, or set PORT to another port.`,
    );
    other.close();
  });

  test("a port that Callwright itself has taken", async () => {
    const { port } = await start({ dataDir: join(folder, "taken") });
    await expect(start({ port, dataDir: join(folder, "second") })).rejects.toThrow(
      `Callwright is already running at http://127.0.0.1:${port}. Open it there, or set PORT to another port.`,
    );
  });

  test("an address of another machine", async () => {
    await expect(start({ host: "192.0.2.1" })).rejects.toThrow("192.0.2.1 is not an address of this machine. Correct HOST");
  });

  test("a data directory that cannot be written", async () => {
    await writeFile(join(folder, "file"), "");
    const dataDir = join(folder, "file", "data");
    await expect(start({ dataDir })).rejects.toThrow(
      `The data directory ${dataDir} cannot be written (ENOTDIR). Fix its permissions, or set DATA_DIR`,
    );
  });

  test("a file where a folder of the data directory has to be", async () => {
    const dataDir = join(folder, "spool-is-a-file");
    await mkdir(dataDir);
    await writeFile(join(dataDir, "spool"), "");
    const databaseUrl = await freshDatabase();
    await expect(start({ dataDir, databaseUrl })).rejects.toThrow(
      new StartError(
        `${join(dataDir, "spool")} in the data directory cannot be used (ENOTDIR). Fix its permissions or the disk, or move it away; or set DATA_DIR to another directory.`,
      ),
    );
    await expect.poll(() => connectionsTo(databaseUrl)).toBe(0);
  });

  test("a database folder without its parts", async () => {
    const dataDir = join(folder, "damaged");
    const clusterDir = join(dataDir, "postgres");
    await (await startServer(config({ dataDir }))).close();
    /** Says why it does not start while a part is gone, and puts the part back. */
    const failureWithout = async (part: string) => {
      await rename(part, `${part}.away`);
      const failure = await start({ dataDir }).catch((error: unknown) => error);
      await rename(`${part}.away`, part);
      return failure;
    };

    expect(await failureWithout(join(clusterDir, "PG_VERSION"))).toEqual(
      new StartError(
        `${clusterDir} has files, but no PG_VERSION: it is not a whole database. Put the file back, or move the folder away and restore a backup (npm run restore).`,
      ),
    );
    const passwordFile = `${clusterDir}.password`;
    expect(await failureWithout(passwordFile)).toEqual(
      new StartError(
        `The password of the database in ${clusterDir} is missing. Put the file ${passwordFile} back from a copy of the data directory.`,
      ),
    );
    const password = await readFile(passwordFile);
    await writeFile(passwordFile, "wrong");
    await expect(start({ dataDir })).rejects.toThrow(
      new StartError(
        `The database in ${clusterDir} does not take the password in ${passwordFile}. Put the file back from a copy of the data directory.`,
      ),
    );
    await writeFile(passwordFile, password);
    const databases = (await readdir(join(clusterDir, "base"))).map(Number);
    // The product's databases are in the cluster after those of initdb.
    expect(await failureWithout(join(clusterDir, "base", String(Math.max(...databases))))).toMatchObject({
      name: "StartError",
      message: expect.stringMatching(
        /^The database in .*damaged\/postgres cannot be opened \(database "callwright" does not exist.*subdirectory.*is missing.*\)\. Its log is .*\.log\. If files are lost, restore a backup into an empty data directory/,
      ),
    });
    await start({ dataDir });
  });

  test("a database that does not answer, without its password", async () => {
    const databaseUrl = "postgres://someone:hunter2@127.0.0.1:1/callwright";
    const failure = await start({ databaseUrl }).catch((error: Error) => error.message);
    expect(failure).toMatch(
      /^The database at 127\.0\.0\.1:1\/callwright cannot be used \(.+\)\. Start it, or correct DATABASE_URL\.$/,
    );
    expect(failure).not.toContain("hunter2");
  });

  test("a wrong password, and a database that does not exist", async () => {
    const url = new URL(await freshDatabase());
    url.username = USER_WITH_PASSWORD;
    url.password = "wrong";
    await expect(start({ databaseUrl: url.href })).rejects.toThrow(
      /cannot be used \(password authentication failed.*correct DATABASE_URL/,
    );
    const missing = new URL(await freshDatabase());
    missing.pathname = "/nowhere";
    await expect(start({ databaseUrl: missing.href })).rejects.toThrow(/database "nowhere" does not exist.*correct DATABASE_URL/);
  });

  test("a secret that is not the database's", async () => {
    const databaseUrl = await freshDatabase();
    await (await startServer(config({ databaseUrl }))).close();
    const secret = "another secret than the one it was made with";
    await expect(start({ databaseUrl, secret })).rejects.toThrow(/made with another secret\. Restore the file 'secret'/);
  });
});

test("stops answering as ready while requests that run are finished, then is gone", async () => {
  const server = await start({ databaseUrl: await freshDatabase() });
  const { port } = new URL(server.url);
  // A request whose body is still on its way.
  const slow = connect(Number(port), "127.0.0.1");
  await once(slow, "connect");
  const ended = once(slow, "end");
  let answer = "";
  slow.on("data", (data) => {
    answer += data;
  });
  const body = JSON.stringify({ email: "nobody@example.com", password: "a long password" });
  slow.write(
    `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const health = await fetch(`${server.url}/health`);
  expect(health.status).toBe(200);
  await health.text();

  const closed = server.close();
  slow.write(body);
  await Promise.all([closed, ended]);
  expect(answer).toMatch(/^HTTP\/1\.1 401/);
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  slow.destroy();
});
