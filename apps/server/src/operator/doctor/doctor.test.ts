import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "../../platform/config/config.ts";
import { schemaVersion } from "../../platform/db/migrate.ts";
import { type FakeMailServer, startFakeMailServer } from "../../testing/fake-mail-server.ts";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../testing/postgres-cluster.ts";
import { clockFinding } from "./check-database.ts";
import { checkDisk, checkNode } from "./check-machine.ts";
import { checkCatalog, checkEndings } from "./check-names.ts";
import { checkIceServers } from "./check-network.ts";
import { runChecks } from "./run-checks.ts";

const SECRET_WORD = "swordfish";

let folder: string;
let cluster: TestCluster;
let database: { url: string; drop: () => Promise<void> };
let mail: FakeMailServer;
/** Refuses every key, and is no Callwright. */
let web: Server;
let webPort: number;
/** Accepts a connection and never answers. */
let silent: Socket;
let silentPort: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-doctor-"));
  cluster = await openTestCluster();
  database = await createTestDatabase(cluster.adminUrl, "doctor");
  mail = await startFakeMailServer();
  web = createServer((_request, response) => response.writeHead(401).end()).listen(0);
  await once(web, "listening");
  webPort = (web.address() as AddressInfo).port;
  silent = createSocket("udp4");
  await new Promise<void>((resolve) => silent.bind(0, resolve));
  silentPort = silent.address().port;
});

afterAll(async () => {
  web.closeAllConnections();
  web.close();
  silent.close();
  await mail.close();
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true });
});

/** A fresh folder and a free port. */
const fresh = () => ({ PORT: "0", DATA_DIR: join(folder, "fresh") });

test("a fresh folder has no problem, and stays as it is", async () => {
  const findings = await runChecks(fresh());
  // How much disk is free is the machine's matter.
  expect(findings.filter(({ level, check }) => level === "problem" && check !== "Disk")).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(["Node", "Port", "Microphone", "UDP ports", "TURN", "Data folder", "Database", "Mail", "Providers"]),
  );
  expect(existsSync(fresh().DATA_DIR)).toBe(false);
});

test("each wrong setting gets its line, without its secrets", async () => {
  const unfinished = join(folder, "unfinished");
  await mkdir(unfinished);
  await writeFile(join(unfinished, "restore-unfinished"), "1");
  const file = join(folder, "file");
  await writeFile(file, "");
  const otherCluster = join(folder, "other");
  await mkdir(join(otherCluster, "postgres"), { recursive: true });
  await writeFile(join(otherCluster, "postgres", "PG_VERSION"), "12\n");
  const mailUrl = new URL(mail.url);
  mailUrl.password = SECRET_WORD;
  const mailSettings = { MAIL_FROM: "a@example.com", PUBLIC_URL: "http://localhost:3000" };
  const closedDatabase = `postgres://user:${SECRET_WORD}@127.0.0.1:1/none`;
  const cases: [Record<string, string>, string, "warning" | "problem" | "ok", RegExp][] = [
    [{ PORT: "many" }, "Settings", "problem", /PORT must be a port number/],
    [{ PORT: String(webPort) }, "Port", "problem", /taken by another program/],
    [{ PUBLIC_URL: "http://voice.example.com" }, "Microphone", "problem", /certificate/],
    [{ PUBLIC_URL: "https://voice.example.com" }, "Microphone", "warning", /TRUST_PROXY=true/],
    [{ MEDIA_PORTS: `${silentPort}-${silentPort}` }, "UDP ports", "problem", /1 of the 1 ports/],
    [
      { MEDIA_PORTS: `${silentPort - 20}-${silentPort}`, CALL_HOST_MAX: "2" },
      "UDP ports",
      "warning",
      /20 calls.* range of 40 ports/,
    ],
    [{ ICE_SERVERS: JSON.stringify([{ urls: "turn:127.0.0.1:1?transport=tcp" }]) }, "TURN", "problem", /nothing listens there/],
    [{ DATA_DIR: unfinished }, "Data folder", "problem", /unfinished/],
    [{ DATA_DIR: join(file, "data") }, "Data folder", "problem", /cannot be written/],
    [{ DATA_DIR: otherCluster }, "Database", "problem", /PostgreSQL 12/],
    [{ DATABASE_URL: closedDatabase }, "Database", "problem", /Start it, or correct DATABASE_URL\./],
    [
      { DATABASE_URL: database.url, DATABASE_URL_DIRECT: closedDatabase },
      "Direct database",
      "problem",
      /correct DATABASE_URL_DIRECT/,
    ],
    [{ DATABASE_URL: database.url }, "Database", "ok", /answers/],
    [{ DATABASE_URL: database.url }, "Clock", "ok", /agrees/],
    [{ SMTP_URL: mail.url, ...mailSettings }, "Mail", "ok", /accepts/],
    [{ SMTP_URL: mailUrl.href, ...mailSettings }, "Mail", "problem", /EAUTH/],
    [
      { OPENAI_API_KEY: SECRET_WORD, OPENAI_BASE_URL: `http://127.0.0.1:${webPort}` },
      "Providers",
      "problem",
      /Correct OPENAI_API_KEY/,
    ],
    [{ OPENAI_API_KEY: SECRET_WORD, OPENAI_BASE_URL: "http://127.0.0.1:1" }, "Providers", "warning", /Skipped/],
    [{ VOICE_CATALOG: join(folder, "none.json") }, "Local speech", "problem", /none\.json/],
    [{ CATALOG_FILE: join(folder, "none.json") }, "Names of models", "problem", /none\.json cannot be read/],
  ];
  for (const [env, check, level, message] of cases) {
    const findings = await runChecks({ ...fresh(), ...env });
    expect(findings, check).toContainEqual({ check, level, message: expect.stringMatching(message) });
    expect(JSON.stringify(findings)).not.toContain(SECRET_WORD);
  }
});

test("names of models that nobody looked up for 90 days, and configurations with an ended name, are warnings", async () => {
  const config = parseConfig(fresh());
  expect(await checkCatalog(config, Date.parse("2026-12-01"))).toMatchObject({ level: "ok" });
  expect(await checkCatalog(config, Date.parse("2027-06-01"))).toMatchObject({
    level: "warning",
    message: expect.stringMatching(/openai \(.+\), anthropic \(.+\), google \(.+\)/),
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "insert into assistant (id, org_id, created_at, updated_at, config, latest_version) values ('old', 'org', now(), now(), $1, '1')",
    [JSON.stringify({ name: "Old", model: { provider: "openai", model: "gpt-3.5-turbo" } })],
  );
  const [found] = await checkEndings(client, config, Date.parse("2026-12-01"));
  await client.end();
  expect(found).toMatchObject({
    check: "Ending names",
    level: "warning",
    message: "openai ended the model gpt-3.5-turbo on 2026-10-23. 1 configuration uses it. Use gpt-6.1-terra.",
  });
});

test("a database of a newer release is a problem, one of an older release a warning", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const lineAt = async (version: number) => {
    await client.query(
      "update drizzle.__drizzle_migrations set created_at = $1 where created_at = (select max(created_at) from drizzle.__drizzle_migrations)",
      [version],
    );
    return (await runChecks({ ...fresh(), DATABASE_URL: database.url })).find(({ check }) => check === "Database");
  };
  expect(await lineAt(schemaVersion() + 1)).toMatchObject({
    level: "problem",
    message: expect.stringContaining("newer release"),
  });
  expect(await lineAt(schemaVersion() - 1)).toMatchObject({
    level: "warning",
    message: expect.stringContaining("older release"),
  });
  expect(await lineAt(schemaVersion())).toMatchObject({ level: "ok", message: expect.stringContaining("up to date") });
  await client.end();
});

test("a STUN server over UDP answers, or is a problem; one that relays nothing is no TURN server", async () => {
  const turn = createSocket("udp4");
  await new Promise<void>((resolve) => turn.bind(0, resolve));
  turn.on("message", (request, { port, address }) => {
    const answer = Buffer.from(request.subarray(0, 20));
    answer.writeUInt16BE(0x0101, 0);
    turn.send(answer, port, address);
  });
  const at = (scheme: "stun" | "turn", port: number) =>
    parseConfig({ ICE_SERVERS: JSON.stringify([{ urls: `${scheme}:127.0.0.1:${port}` }]) });
  const { port } = turn.address();
  expect(await checkIceServers(at("stun", port))).toMatchObject([{ level: "ok" }]);
  expect(await checkIceServers(at("stun", silentPort), 100)).toMatchObject([
    { level: "problem", message: expect.stringContaining("no answer") },
  ]);
  expect(await checkIceServers(at("turn", port))).toMatchObject([
    { level: "problem", message: expect.stringContaining("gives no relay address") },
  ]);
  turn.close();
});

test("Node, disk and clock are judged by their figures", async () => {
  expect([checkNode("24.1.0"), checkNode("23.0.0")].map(({ level }) => level)).toEqual(["ok", "warning"]);
  const disk = (bytes: number) => checkDisk(parseConfig(fresh()), async () => bytes);
  expect((await Promise.all([1e8, 1e9, 1e10].map(disk))).map(({ level }) => level)).toEqual(["problem", "warning", "ok"]);
  expect(clockFinding(100_000, 99_990, 100_010).level).toBe("ok");
  expect(clockFinding(100_000, 107_000, 107_010)).toMatchObject({ level: "problem", message: expect.stringContaining("7 s") });
  expect(clockFinding(100_000, 92_000, 93_000)).toMatchObject({ level: "problem", message: expect.stringContaining("7 s") });
});
