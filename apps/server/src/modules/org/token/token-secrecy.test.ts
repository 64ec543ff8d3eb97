import type { Token } from "@callwright/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpawnedServer, spawnServer } from "../../../testing/spawn-server.ts";
import { signUpTestClient, type TestClient } from "../../../testing/test-client.ts";

let server: SpawnedServer;
let client: TestClient;

beforeAll(async () => {
  server = await spawnServer();
  client = await signUpTestClient(server.url);
});
afterAll(() => server.close());

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const connection = new pg.Client(server.databaseUrl);
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
  return fetch(`${server.url}${path}`, {
    method: "POST",
    headers: key === undefined ? headers : { ...headers, "idempotency-key": key },
    body: JSON.stringify(body),
  });
}

test("the value of a private token is nowhere in the database, and no bearer in the log", async () => {
  const made: Token[] = [];
  for (const tag of ["private", "public"]) {
    // The stored answer of an Idempotency-Key is also checked: it is sealed.
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

  await expect.poll(server.said, { timeout: 30_000 }).toContain(last.headers.get("x-request-id"));
  const said = server.said();
  expect(said).toContain('"path":"/token"');
  for (const bearer of [ofServer, ofPage, client.orgToken, client.userToken]) expect(said).not.toContain(bearer);
});
