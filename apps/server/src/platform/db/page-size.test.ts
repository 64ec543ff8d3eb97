import { randomUUID } from "node:crypto";
import { type Assistant, type ErrorBody, PAGE_MAX_CHARACTERS } from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assistant, assistantVersion } from "../../modules/assistant/tables.ts";
import { squadVersion } from "../../modules/squad/tables.ts";
import { phoneNumber } from "../../modules/telephony/tables.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newestFirst } from "./list-filters.ts";
import { pageFits } from "./page-size.ts";

let server: TestServer;
let client: TestClient;
let assistantId: string;
let squadId: string;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  assistantId = (await client.json<Assistant>("POST", "/assistant", { name: "Short" })).body.id;
  const squad = { members: [{ assistantId }] };
  squadId = (await client.json<{ id: string }>("POST", "/squad", squad)).body.id;
  const updated = { updated_at: new Date(0) };
  await insertRow("phone_number", 10, { ...updated, created_at: new Date(1) });
  await insertRow("phone_number", PAGE_MAX_CHARACTERS, updated);
  await insertRow("assistant", PAGE_MAX_CHARACTERS, { ...updated, latest_version: 1 });
  await insertRow("assistant_version", PAGE_MAX_CHARACTERS, { assistant_id: assistantId, version: 0 });
  await insertRow("squad_version", PAGE_MAX_CHARACTERS, { squad_id: squadId, version: 0 });
});
afterAll(() => server.close());

/** Older than all others. The database makes it. */
async function insertRow(table: string, characters: number, columns: Record<string, unknown>): Promise<void> {
  const row = { id: randomUUID(), org_id: client.orgId, created_at: new Date(0), ...columns };
  const names = Object.keys(row).map((name) => sql.identifier(name));
  const values = Object.values(row).map((value) => sql`${value}`);
  const config = sql`jsonb_build_object('text', repeat('x', ${characters}::integer))`;
  await server.context.db.execute(
    sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}, config) values (${sql.join(values, sql`, `)}, ${config})`,
  );
}

const rowsOf = (body: unknown) => (Array.isArray(body) ? body : (body as { results: unknown[] }).results);

test.each([
  ["/assistant?", assistant],
  ["/v2/assistant?", assistant],
  ["/phone-number?", phoneNumber],
  ["/phone-number?createdAtLe=2030-01-01T00:00:00Z&", phoneNumber],
  ["/v2/phone-number?", phoneNumber],
  ["/assistant/{id}/version?", assistantVersion],
  ["/squad/{id}/version?", squadVersion],
])("a page of %s that would be too long is not read, and the answer says how many rows fit", async (route, table) => {
  const ownerId = table === squadVersion ? squadId : assistantId;
  const path = route.replace("{id}", ownerId);
  const own = "ownerId" in table ? eq(table.ownerId, ownerId) : eq(table.orgId, client.orgId);
  const fitting = (await server.context.db.$count(table, own)) - 1;
  expect(await client.json<ErrorBody>("GET", `${path}limit=${fitting + 1}`)).toMatchObject({
    status: 400,
    body: { code: "page-too-large", message: expect.stringContaining(`Use limit=${fitting}:`) },
  });
  const page = await client.json("GET", `${path}limit=${fitting}`);
  expect([page.status, rowsOf(page.body).length]).toEqual([200, fitting]);
});

test("a page of one row fits, however long the row is", async () => {
  const where = eq(assistant.createdAt, new Date(0));
  const page = { table: assistant, where, order: newestFirst(assistant), limit: 5, characters: sql`characters + 1` };
  expect(
    await server.context.db
      .select({ fits: pageFits(page) })
      .from(assistant)
      .where(where),
  ).toEqual([{ fits: true }]);
});
