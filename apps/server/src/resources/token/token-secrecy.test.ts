import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Token } from "@callwright/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, openTestCluster } from "../../testing/postgres-cluster.ts";
import { signUpTestClient, type TestClient } from "../../testing/test-client.ts";

/** A server as it is run, with the most talkative log there is, over a database that can be read whole. */
let said = "";
let url: string;
let databaseUrl: string;
let client: TestClient;
let close: () => Promise<void>;

beforeAll(async () => {
  const cluster = await openTestCluster();
  const database = await createTestDatabase(cluster.adminUrl, `secrecy_${process.pid}`);
  const dataDir = await mkdtemp(join(tmpdir(), "callwright-secrecy-"));
  databaseUrl = database.url;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--conditions=callwright-source", fileURLToPath(new URL("../../main.ts", import.meta.url))],
    {
      env: {
        ...{ PATH: process.env.PATH, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
        ...{ CALL_HOST_WARM: "no", LOG_LEVEL: "trace" },
      },
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ready = new Promise<string>((resolve, reject) => {
    const listen = (chunk: unknown) => {
      said += chunk;
      const address = /ready: (\S+)\n/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => reject(new Error(said)));
  });
  close = async () => {
    const exited = once(child, "exit");
    child.kill();
    await exited;
    await database.drop();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  url = await ready;
  client = await signUpTestClient(url);
});
afterAll(() => close());

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const connection = new pg.Client(databaseUrl);
  await connection.connect();
  try {
    const { rows: tables } = await connection.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    let text = "";
    for (const { name } of tables) {
      const { rows } = await connection.query<{ row: string }>(`select t::text as row from ${name} t`);
      text += rows.map(({ row }) => row).join("\n");
    }
    return text;
  } finally {
    await connection.end();
  }
}

async function send(token: string, path: string, body: object, key?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: key === undefined ? headers : { ...headers, "idempotency-key": key },
    body: JSON.stringify(body),
  });
}

test("the value of a private token is nowhere in the database, and no bearer in the log", async () => {
  const made: Token[] = [];
  for (const tag of ["private", "public"]) {
    // The answer that an Idempotency-Key keeps is there as well, sealed.
    const answers = [await send(client.orgToken, "/token", { tag }, tag), await send(client.orgToken, "/token", { tag }, tag)];
    const [first, again] = await Promise.all(answers.map((answer) => answer.json() as Promise<Token>));
    expect(again).toEqual(first);
    if (first) made.push(first);
  }
  const [ofServer = "", ofPage = ""] = made.map(({ value }) => value);
  expect((await send(ofServer, "/assistant", { name: "By token" })).status).toBe(201);
  expect((await send(ofServer, "/token", {})).status).toBe(403);
  expect((await send(ofPage, "/assistant", {})).status).toBe(401);
  expect((await send(ofPage, "/call/web", { nonsense: ofPage })).status).toBe(400);
  const last = await send(`${ofServer}x`, "/assistant", {});
  expect(last.status).toBe(401);

  const database = await wholeDatabase();
  expect(database).toContain("By token");
  expect(database).toContain(ofPage);
  expect(database).not.toContain(ofServer);
  expect(database).not.toContain(ofServer.slice("cw_private_".length));

  await expect.poll(() => said, { timeout: 30_000 }).toContain(last.headers.get("x-request-id"));
  expect(said).toContain('"path":"/token"');
  for (const bearer of [ofServer, ofPage, client.orgToken, client.userToken]) expect(said).not.toContain(bearer);
});
