import type { Assistant, ErrorBody, Org, Squad } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { organization } from "../auth/tables.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const allow = (configurationMb: number | null) =>
  server.context.db.update(organization).set({ quotas: { configurationMb } }).where(eq(organization.id, client.orgId));
const used = async () => {
  const { quotas } = (await client.json<Org>("GET", `/org/${client.orgId}`)).body;
  return Math.round((quotas?.find(({ name }) => name === "configurationMb")?.used ?? 0) * 1e6);
};
const text = (characters: number) => ({ firstMessage: "x".repeat(characters) });

test("configuration is counted in characters: what is created, changed, drafted, deleted and restored", async () => {
  const start = await used();
  const { id } = (await client.json<Assistant>("POST", "/assistant", text(5_000))).body;
  const created = await used();
  expect(created - start).toBeGreaterThan(5_000);
  expect(created - start).toBeLessThan(5_200);
  await client.json("PATCH", `/assistant/${id}`, text(7_000));
  expect((await used()) - created).toBe(2_000);
  await client.json("PUT", `/assistant/${id}/draft`, { revision: 2, config: text(3_000) });
  expect((await used()) - created).toBeGreaterThan(5_000);
  await client.json("POST", `/assistant/${id}/publish`, {});
  expect((await used()) - created).toBe(-2_000);
  await client.json("DELETE", `/assistant/${id}`);
  expect(await used()).toBe(start);
  await client.json("POST", `/assistant/${id}/restore`);
  expect((await used()) - created).toBe(-2_000);
  const members = [{ assistantId: id }];
  const squad = await client.json<Squad>("POST", "/squad", { members });
  const withSquad = await used();
  expect(withSquad).toBeGreaterThan(created - 2_000);
  const drafted = { revision: 1, config: { name: "x".repeat(500), members } };
  await client.json("PUT", `/squad/${squad.body.id}/draft`, drafted);
  expect((await used()) - withSquad).toBeGreaterThan(500);
  await client.json("DELETE", `/squad/${squad.body.id}/draft`);
  expect(await used()).toBe(withSquad);
  await client.json("DELETE", `/squad/${squad.body.id}`);
  await client.json("DELETE", `/assistant/${id}`);
  expect(await used()).toBe(start);
});

test("past the limit nothing is created, restored or grows; reading, shrinking and deleting go on", async () => {
  const { id } = (await client.json<Assistant>("POST", "/assistant", text(5_000))).body;
  const members = [{ assistantId: id }];
  const squad = (await client.json<Squad>("POST", "/squad", { members })).body;
  const gone = (await client.json<Assistant>("POST", "/assistant", text(10))).body;
  await client.json("DELETE", `/assistant/${gone.id}`);
  await allow(0);
  const refused = { status: 413, body: { code: "quota-full", message: expect.stringContaining("(configurationMb)") } };
  for (const [method, path, body] of [
    ["POST", "/assistant", text(1)],
    ["PATCH", `/assistant/${id}`, text(5_001)],
    ["PUT", `/assistant/${id}`, text(5_001)],
    ["PUT", `/assistant/${id}/draft`, { revision: 1, config: text(1) }],
    ["POST", `/assistant/${gone.id}/restore`, undefined],
    ["POST", "/squad", { members }],
    ["PATCH", `/squad/${squad.id}`, { name: "Longer", members }],
  ] as const)
    expect(await client.json<ErrorBody>(method, path, body), `${method} ${path}`).toMatchObject(refused);
  expect((await client.json("GET", `/assistant/${id}`)).status).toBe(200);
  expect((await client.json("PATCH", `/assistant/${id}`, text(4_000))).status).toBe(200);
  for (const path of [`/squad/${squad.id}`, `/assistant/${id}`]) expect((await client.json("DELETE", path)).status).toBe(200);
  await allow(null);
  expect((await client.json("POST", "/assistant", text(1))).status).toBe(201);
});
