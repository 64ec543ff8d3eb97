import type { Org, OrgAuth } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { member, organization } from "../../platform/auth/tables.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp({ name: "Augusta Ada King, Countess of Lovelace" });
});
afterAll(() => server.close());

async function asUser<Body>(method: string, path: string, body?: unknown, who = client): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${who.userToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

test("the sign-up made one organization, named after its admin", async () => {
  const { body } = await asUser<Org[]>("GET", "/org");
  expect(body).toMatchObject([{ id: client.orgId, role: "admin", name: "Augusta Ada King, Countes's organization" }]);
  expect(body[0]?.name).toHaveLength(40);
});

test("one that a crash lost is made at the next look, once, however many look", async () => {
  const unlucky = await server.signUp();
  await server.context.db.delete(organization).where(eq(organization.id, unlucky.orgId));
  const looks = await Promise.all([1, 2, 3, 4].map(() => asUser<Org[]>("GET", "/org", undefined, unlucky)));
  expect(new Set(looks.map(({ body }) => body[0]?.id)).size).toBe(1);
  expect(looks[0]?.body).toHaveLength(1);
});

test("another organization can be made, seeded like the first", async () => {
  const made = await asUser<Org>("POST", "/org", { name: "Second" });
  expect(made).toMatchObject({ status: 201, body: { name: "Second", role: "admin" } });
  const { body: auth } = await asUser<OrgAuth>("GET", `/org/${made.body.id}/auth`);
  const assistants = await client.fetch("/assistant", { headers: { authorization: `Bearer ${auth.token}` } });
  expect(await assistants.json()).toMatchObject([{ name: "Riley", orgId: made.body.id }]);
  expect((await asUser<Org[]>("GET", "/org")).body.map(({ name }) => name)).toEqual([expect.any(String), "Second"]);
});

test.each([{ name: "" }, { name: "x".repeat(41) }, {}, { name: "a", plan: "free" }])(
  "%j is not an organization",
  async (body) => {
    expect((await asUser("POST", "/org", body)).status).toBe(400);
  },
);

test("the organization token says what it is for, in its body and in itself", async () => {
  const { status, body } = await asUser<OrgAuth>("GET", `/org/${client.orgId}/auth`);
  expect(status).toBe(200);
  expect(body.aud).toEqual({ orgId: client.orgId, role: "admin", tag: "private" });
  expect(body.token).toBe(body.accessToken);
  const claims = decodeJwt(body.token);
  expect(claims).toMatchObject({ iss: "callwright", sub: client.userId, orgId: client.orgId, role: "admin", tag: "private" });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  const again = await asUser<OrgAuth>("GET", `/org/${client.orgId}/auth`);
  expect(decodeJwt(again.body.token).jti).not.toBe(claims.jti);
});

test("who is no member, or no more, gets no token and does not see the organization", async () => {
  const other = await server.signUp();
  const { db, newId } = server.context;
  await db
    .insert(member)
    .values({ id: newId(), organizationId: client.orgId, userId: other.userId, role: "viewer", createdAt: new Date() });
  expect((await asUser<OrgAuth>("GET", `/org/${client.orgId}/auth`, undefined, other)).body.aud.role).toBe("viewer");
  await db.delete(member).where(eq(member.userId, other.userId));
  expect((await asUser("GET", `/org/${client.orgId}/auth`, undefined, other)).status).toBe(404);
});

test("a deleted account's token makes nothing", async () => {
  const gone = await server.signUp();
  const response = await fetch(`${server.url}/api/auth/delete-user`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url, cookie: gone.cookie },
    body: JSON.stringify({ password: gone.password }),
  });
  expect(response.status).toBe(200);
  expect((await asUser("GET", "/org", undefined, gone)).status).toBe(401);
  expect((await asUser("POST", "/org", { name: "Ghost" }, gone)).status).toBe(401);
});

test("what the server is can be asked without a token, from any page", async () => {
  const response = await fetch(`${server.url}/server-status`, { headers: { origin: "http://elsewhere.example" } });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await response.json()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    hearing: expect.stringMatching(/^(moonshine|browser)$/),
    signUp: "open",
    firstRun: false,
    capabilities: expect.objectContaining({ providers: expect.anything(), fields: expect.anything() }),
    socialProviders: [],
  });
});
