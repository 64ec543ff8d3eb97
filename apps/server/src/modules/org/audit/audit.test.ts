import { randomUUID } from "node:crypto";
import type { Assistant, AuditEvent, ErrorBody, Org, Token } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvent } from "../../../platform/http/tables.ts";
import { purgeDeleted } from "../../../platform/jobs/purge-deleted.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  // The clock moves on with every event, so that the order of events is their order in time.
  server = await startTestServer({ now: () => new Date(nowMs++) });
});
afterAll(() => server.close());

const listAudit = async (client: TestClient, query = "") =>
  (await client.json<AuditEvent[]>("GET", `/org/${client.orgId}/audit${query}`)).body;

const actionsOf = (events: readonly AuditEvent[]) => events.map(({ action }) => action);

async function sendAs(bearer: string, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  return fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

test("a write tells who did what to what, when and from where", async () => {
  const ada = await server.signUp({ name: "Ada" });
  const made = await ada.fetch("/assistant", {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "Script/1.0" },
    body: JSON.stringify({ name: "Riley", firstMessage: "a secret greeting" }),
  });
  const { id, createdAt } = (await made.json()) as Assistant;
  const [event, ...before] = await listAudit(ada);
  expect(event).toEqual({
    id: expect.any(String),
    createdAt: expect.any(String),
    orgId: ada.orgId,
    action: "createAssistant",
    targetId: id,
    targetName: "Riley",
    actor: "user",
    actorId: ada.userId,
    actorName: "Ada",
    ipAddress: "127.0.0.1",
    userAgent: "Script/1.0",
    requestId: made.headers.get("x-request-id"),
  });
  expect(Date.parse(event?.createdAt ?? "")).toBeGreaterThanOrEqual(Date.parse(createdAt));
  expect(before).toMatchObject([{ action: "createOrg", actorName: "Ada", targetName: "Ada's organization" }]);
  expect(JSON.stringify(await listAudit(ada))).not.toContain("secret greeting");
});

test("what is changed, deleted and restored is told by its name, and what failed or was only read is not told", async () => {
  const ada = await server.signUp();
  const { id } = (await ada.json<Assistant>("POST", "/assistant", { name: "One" })).body;
  await ada.json("PATCH", `/assistant/${id}`, { name: "Two" });
  await ada.json("PATCH", `/assistant/${id}`, { name: 7 });
  await ada.json("PATCH", `/assistant/${randomUUID()}`, { name: "Nobody's" });
  await ada.json("GET", `/assistant/${id}`);
  await ada.json("POST", "/analytics", { queries: [] });
  await ada.json("PUT", `/assistant/${id}/draft`, { revision: 2, config: {} });
  await ada.json("DELETE", `/assistant/${id}`);
  await ada.json("POST", `/assistant/${id}/restore`);
  expect((await listAudit(ada)).map(({ action, targetId, targetName }) => [action, targetId === id, targetName])).toEqual([
    ["restoreAssistant", true, "Two"],
    ["deleteAssistant", true, "Two"],
    ["updateAssistant", true, "Two"],
    ["createAssistant", true, "One"],
    ["createOrg", false, expect.any(String)],
  ]);
});

test("a tool is told by its function's name, and one that has no name by what it is", async () => {
  const ada = await server.signUp();
  const make = async (tool: object) => (await ada.json<{ id: string }>("POST", "/tool", tool)).body.id;
  const lookUp = await make({ type: "function", function: { name: "look_up_order" } });
  await make({ type: "apiRequest", name: "weather", method: "GET", url: "https://example.com" });
  const endCall = await make({ type: "endCall" });
  await ada.json("DELETE", `/tool/${lookUp}`);
  await ada.json("POST", `/tool/${lookUp}/restore`);
  await ada.json("PATCH", `/tool/${endCall}`, { messages: [] });
  expect((await listAudit(ada)).map(({ action, targetName }) => [action, targetName]).slice(0, 6)).toEqual([
    ["updateTool", "endCall"],
    ["restoreTool", "look_up_order"],
    ["deleteTool", "look_up_order"],
    ["createTool", "endCall"],
    ["createTool", "weather"],
    ["createTool", "look_up_order"],
  ]);
});

test("an API token is told by its name, and its value is nowhere", async () => {
  const ada = await server.signUp();
  const { id, value = "" } = (await ada.json<Token>("POST", "/token", { name: "Deploy" })).body;
  expect((await ada.json("POST", "/credential", { provider: "openai", apiKey: "sk-very-secret" })).status).toBe(201);
  expect((await sendAs(value, "POST", "/assistant", { name: "Riley" })).status).toBe(201);
  const [made, credential, token] = await listAudit(ada);
  expect(made).toMatchObject({ action: "createAssistant", actor: "token", actorId: id, actorName: "Deploy" });
  expect(credential).toMatchObject({ action: "createCredential", targetName: "openai", actor: "user" });
  expect(token).toMatchObject({ action: "createToken", targetId: id, targetName: "Deploy" });
  const rows = await server.context.db.select().from(auditEvent);
  expect(JSON.stringify(rows)).not.toContain("sk-very-secret");
  expect(JSON.stringify(rows)).not.toContain(value);
});

test("a visitor's chat, and anybody's messages, are not told", async () => {
  const ada = await server.signUp();
  const { value = "" } = (await ada.json<Token>("POST", "/token", { tag: "public" })).body;
  const [assistant] = (await ada.json<Assistant[]>("GET", "/assistant")).body;
  const body = { assistantId: assistant?.id, input: "Hello" };
  expect((await sendAs(value, "POST", "/chat/web", body)).status).toBe(201);
  expect(await ada.json("POST", "/chat", body)).toMatchObject({ body: { output: expect.any(Array) } });
  expect(actionsOf(await listAudit(ada))).toEqual(["createToken", "createOrg"]);
});

test("an answer that is given again for its Idempotency-Key was done once", async () => {
  const ada = await server.signUp();
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "once" },
    body: '{"name":"Once"}',
  };
  for (let time = 0; time < 2; time += 1) expect((await ada.fetch("/assistant", init)).status).toBe(201);
  expect(actionsOf(await listAudit(ada))).toEqual(["createAssistant", "createOrg"]);
});

test("changes of members, invitations and the organization itself say whom they were about", async () => {
  const ada = await server.signUp({ name: "Ada" });
  const made = (await (await sendAs(ada.userToken, "POST", "/org", { name: "Acme" })).json()) as Org;
  const { token } = (await (
    await fetch(`${server.url}/org/${made.id}/auth`, { headers: { authorization: `Bearer ${ada.userToken}` } })
  ).json()) as { token: string };
  await sendAs(token, "POST", `/org/${made.id}/invite`, { emails: ["b@example.com", "c@example.com"], role: "editor" });
  await sendAs(token, "PATCH", `/org/${made.id}/role`, { userId: ada.userId, role: "admin" });
  await sendAs(token, "DELETE", `/org/${made.id}`);
  await sendAs(ada.userToken, "POST", `/org/${made.id}/restore`);
  const response = await fetch(`${server.url}/org/${made.id}/audit`, { headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toMatchObject([
    { action: "restoreOrg", targetId: made.id, targetName: "Acme" },
    { action: "deleteOrg", targetId: made.id, targetName: "Acme" },
    { action: "updateUserRole", targetId: ada.userId, targetName: "Ada (admin)" },
    { action: "inviteUsers", targetName: "b@example.com, c@example.com" },
    { action: "createOrg", targetId: made.id, targetName: "Acme" },
  ]);
});

test("it is listed by pages, times, actions and people", async () => {
  const ada = await server.signUp();
  const { id: tokenId, value = "" } = (await ada.json<Token>("POST", "/token", {})).body;
  for (const bearer of [value, ada.orgToken, value]) await sendAs(bearer, "POST", "/assistant", {});
  const all = await listAudit(ada);
  expect(all).toHaveLength(5);
  const paged: AuditEvent[] = [];
  for (let cursor = ""; ; cursor = `&cursor=${paged.at(-1)?.id}`) {
    const page = await listAudit(ada, `?limit=2${cursor}`);
    paged.push(...page);
    if (page.length < 2) break;
  }
  expect(paged).toEqual(all);
  expect(await listAudit(ada, `?createdAtLt=${all[1]?.createdAt}`)).toEqual(all.slice(2));
  expect(await listAudit(ada, `?createdAtGt=${all[1]?.createdAt}`)).toEqual(all.slice(0, 1));
  expect(await listAudit(ada, "?action=createToken")).toEqual([all[3]]);
  expect(await listAudit(ada, `?actorId=${tokenId}`)).toEqual([all[0], all[2]]);
  expect(await listAudit(ada, `?cursor=${randomUUID()}`)).toEqual([]);
  expect((await ada.json<ErrorBody>("GET", `/org/${ada.orgId}/audit?cursor=x`)).status).toBe(400);
});

test("another organization sees nothing of it, and it goes with its organization", async () => {
  const { db } = server.context;
  const [ada, stranger] = [await server.signUp(), await server.signUp()];
  const [event] = await listAudit(ada);
  expect((await stranger.json("GET", `/org/${ada.orgId}/audit`)).status).toBe(404);
  expect(await listAudit(stranger, `?cursor=${event?.id}`)).toEqual([]);
  await ada.fetch(`/org/${ada.orgId}`, { method: "DELETE" });
  await server.context.audit.flush();
  nowMs += 31 * DAY_MS;
  await purgeDeleted(server.context);
  expect(await db.select().from(auditEvent).where(eq(auditEvent.orgId, ada.orgId))).toEqual([]);
  expect(await db.$count(auditEvent, eq(auditEvent.orgId, stranger.orgId))).toBeGreaterThan(0);
});
