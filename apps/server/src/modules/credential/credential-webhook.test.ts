import { createHmac, randomUUID } from "node:crypto";
import type { Credential } from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { credential } from "./tables.ts";

const SECRET = "a signing key of the test";

let server: TestServer;
let unsigned: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer({ config: { credentialWebhookSecret: SECRET } });
  unsigned = await startTestServer();
  client = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await unsigned.close();
});

const signIn = (organizationId: string, fields: object = {}) => ({
  type: "auth",
  operation: "creation",
  from: "nango",
  connectionId: "connection-1",
  authMode: "OAUTH2",
  providerConfigKey: "slack.oauth2-authorization",
  provider: "slack",
  environment: "PROD",
  success: true,
  endUser: { endUserId: "u1", organizationId },
  ...fields,
});
const sign = (text: string, secret = SECRET) => createHmac("sha256", secret).update(text).digest("hex");

async function tell(body: object, signature = sign(JSON.stringify(body)), url = server.url): Promise<number> {
  const response = await fetch(`${url}/credential/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-nango-hmac-sha256": signature },
    body: JSON.stringify(body),
  });
  return response.status;
}
const stored = async (by = client) =>
  (await by.json<Credential[]>("GET", "/credential")).body.map(({ provider, authorizationId }) => [provider, authorizationId]);

test("what is not signed is taken and changes nothing", async () => {
  const body = signIn(client.orgId);
  for (const signature of ["", "x", "ü", sign("another body"), sign(JSON.stringify(body), "another key of somebody")])
    expect(await tell(body, signature)).toBe(201);
  expect(await stored()).toEqual([]);
  const other = await unsigned.signUp();
  const theirs = signIn(other.orgId);
  expect(await tell(theirs, sign(JSON.stringify(theirs), ""), unsigned.url)).toBe(201);
  expect(await stored(other)).toEqual([]);
});

test("a signed sign-in that worked becomes one credential of its organization, however often it is told", async () => {
  const stranger = await server.signUp();
  for (const operation of ["creation", "creation", "override"]) expect(await tell(signIn(client.orgId, { operation }))).toBe(201);
  expect(await stored()).toEqual([["slack.oauth2-authorization", "connection-1"]]);
  expect(await stored(stranger)).toEqual([]);
});

test("one that failed, of no organization or of no provider that is known changes nothing", async () => {
  const before = await stored();
  for (const body of [
    signIn(client.orgId, { success: false, connectionId: "c2" }),
    signIn(client.orgId, { type: "sync", connectionId: "c2" }),
    signIn(client.orgId, { providerConfigKey: "x", provider: "y", connectionId: "c2" }),
    signIn(client.orgId, { connectionId: "" }),
    signIn(randomUUID()),
    signIn("no organization"),
  ])
    expect(await tell(body)).toBe(201);
  expect(await stored()).toEqual(before);
});

test("one that is told twice at once becomes one credential", async () => {
  const person = await server.signUp();
  const { db } = server.context;
  const waiting = async () => {
    const held = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await db.execute(held)).rows.length;
  };
  let told: Promise<number[]> | undefined;
  await db.transaction(async (tx) => {
    // The lock makes both look for the credential before either can store it.
    await tx.execute(sql`lock table ${credential} in share mode`);
    told = Promise.all([tell(signIn(person.orgId)), tell(signIn(person.orgId))]);
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
  });
  expect(await told).toEqual([201, 201]);
  expect(await stored(person)).toEqual([["slack.oauth2-authorization", "connection-1"]]);
});

test("one of an organization that has been deleted changes nothing, until it is restored", async () => {
  const person = await server.signUp();
  const path = `/org/${person.orgId}`;
  expect((await person.fetch(path, { method: "DELETE" })).status).toBe(200);
  expect(await tell(signIn(person.orgId))).toBe(201);
  const { db } = server.context;
  expect(await db.select().from(credential).where(eq(credential.orgId, person.orgId))).toEqual([]);
  const asUser = { method: "POST", headers: { authorization: `Bearer ${person.userToken}` } };
  expect((await person.fetch(`${path}/restore`, asUser)).ok).toBe(true);
  expect(await tell(signIn(person.orgId))).toBe(201);
  expect(await stored(person)).toHaveLength(1);
});
