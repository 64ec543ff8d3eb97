import { randomUUID } from "node:crypto";
import type {
  Assistant,
  Credential,
  DeletedOrg,
  ErrorBody,
  Invitation,
  Org,
  OrgAuth,
  OrgMember,
  Role,
  Token,
} from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitation, member, organization } from "../../platform/auth/tables.ts";
import { purgeDeleted } from "../../platform/jobs/purge-deleted.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let owner: TestClient;
let nowMs = Date.now();
let joined = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  owner = await server.signUp({ name: "Ada" });
});
afterAll(() => server.close());

async function send<Body = ErrorBody>(
  bearer: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? undefined : JSON.parse(text)) as Body };
}

/** Somebody else in the owner's organization, with a token for it. */
async function join(orgId: string, role: Role): Promise<TestClient & { token: string }> {
  const person = await server.signUp();
  joined += 1;
  const { db, newId } = server.context;
  await db
    .insert(member)
    .values({ id: newId(), organizationId: orgId, userId: person.userId, role, createdAt: new Date(nowMs + joined) });
  const { body } = await send<OrgAuth>(person.userToken, "GET", `/org/${orgId}/auth`);
  return { ...person, token: body.token };
}

test("an organization's fields are kept, changed and cleared", async () => {
  const fields = { server: { url: "https://example.com/hook" }, hipaaEnabled: false, billingLimit: 20 };
  const made = await send<Org>(owner.userToken, "POST", "/org", { name: "Full", ...fields });
  expect(made).toMatchObject({ status: 201, body: { name: "Full", role: "admin", ...fields } });
  const { token } = (await send<OrgAuth>(owner.userToken, "GET", `/org/${made.body.id}/auth`)).body;
  const path = `/org/${made.body.id}`;
  const changed = await send<Org>(token, "PATCH", path, { name: "Fuller", hipaaEnabled: null, channel: "weekly" });
  expect(changed.body).toMatchObject({ name: "Fuller", channel: "weekly", billingLimit: 20 });
  expect(changed.body).not.toHaveProperty("hipaaEnabled");
  const { warnings: _, concurrency, quotas, ...stored } = changed.body;
  expect((await send<Org>(token, "GET", path)).body).toEqual({ ...stored, concurrency, quotas });
  expect((await send<Org[]>(owner.userToken, "GET", "/org")).body).toContainEqual(stored);
  for (const body of [{ name: null }, { name: "" }, { plan: "free" }, { billingLimit: -1 }])
    expect((await send(token, "PATCH", path, body)).status).toBe(400);
});

test("a server of an organization names a credential of its own, or none", async () => {
  const [token, path] = [owner.orgToken, `/org/${owner.orgId}`];
  const stranger = await server.signUp();
  const credential = { provider: "webhook", authenticationPlan: { type: "bearer", token: "tok-4711" } };
  const [own, foreign] = [
    await owner.json<Credential>("POST", "/credential", credential),
    await stranger.json<Credential>("POST", "/credential", credential),
  ];
  const patch = (credentialId: string) =>
    send<ErrorBody>(token, "PATCH", path, { server: { url: "https://example.com", credentialId } });
  for (const id of [foreign.body.id, randomUUID()])
    expect(await patch(id)).toMatchObject({
      status: 400,
      body: { code: "reference-missing", message: expect.stringContaining("server.credentialId") },
    });
  expect((await patch(own.body.id)).status).toBe(200);
  const created = await send<ErrorBody>(owner.userToken, "POST", "/org", { name: "Next", server: { credentialId: own.body.id } });
  expect(created.body).toMatchObject({ code: "reference-missing" });
});

test("GET /org with a token of an organization, an API token too, is that organization", async () => {
  const { value = "" } = (await owner.json<Token>("POST", "/token", { tag: "private" })).body;
  for (const [bearer, role] of [
    [owner.orgToken, "admin"],
    [value, "editor"],
  ] as const)
    expect((await send<Org[]>(bearer, "GET", "/org")).body).toMatchObject([{ id: owner.orgId, role }]);
});

test("another organization is as absent as none, whatever is asked", async () => {
  const stranger = await server.signUp();
  const attempts: [string, string, unknown?][] = [
    ["GET", ""],
    ["PATCH", "", { name: "Mine" }],
    ["DELETE", ""],
    ["GET", "/user"],
    ["POST", "/invite", { emails: ["a@example.com"], role: "admin" }],
    ["GET", "/invitations/pending"],
    ["DELETE", `/invitations/${randomUUID()}`],
    ["PATCH", "/role", { userId: owner.userId, role: "viewer" }],
    ["DELETE", "/leave"],
    ["DELETE", `/member/${owner.userId}/leave`],
  ];
  for (const [method, rest, body] of attempts)
    for (const orgId of [owner.orgId, randomUUID()])
      expect(await send(stranger.orgToken, method, `/org/${orgId}${rest}`, body)).toMatchObject({
        status: 404,
        body: { message: "Org not found." },
      });
  expect((await send(stranger.userToken, "POST", `/org/${owner.orgId}/restore`)).status).toBe(404);
  expect((await send(stranger.orgToken, "GET", `/org/feature-flag?key=x&orgId=${owner.orgId}`)).status).toBe(404);
  expect((await send(owner.orgToken, "GET", `/org/feature-flag?key=x&orgId=${owner.orgId}`)).body).toBe(false);
});

test("roles change, members leave and are taken out, and their tokens know at once", async () => {
  const { orgId } = owner;
  const [editor, viewer] = [await join(orgId, "editor"), await join(orgId, "viewer")];
  const members = (await owner.json<OrgMember[]>("GET", `/org/${orgId}/user`)).body;
  expect(members).toMatchObject([
    { id: owner.userId, email: owner.email, fullName: "Ada", role: "admin" },
    { id: editor.userId, role: "editor" },
    { id: viewer.userId, role: "viewer" },
  ]);
  expect((await send(editor.token, "POST", "/assistant", {})).status).toBe(201);
  await send(owner.orgToken, "PATCH", `/org/${orgId}/role`, { userId: editor.userId, role: "viewer" });
  expect((await send(editor.token, "POST", "/assistant", {})).status).toBe(403);
  expect((await send(viewer.token, "DELETE", `/org/${orgId}/member/${editor.userId}/leave`)).status).toBe(403);
  expect((await send(owner.orgToken, "DELETE", `/org/${orgId}/member/${editor.userId}/leave`)).status).toBe(200);
  expect((await send(editor.token, "GET", "/assistant")).status).toBe(401);
  expect((await send(viewer.token, "DELETE", `/org/${orgId}/leave`)).status).toBe(200);
  expect((await send(viewer.token, "GET", "/assistant")).status).toBe(401);
  expect((await send(owner.orgToken, "DELETE", `/org/${orgId}/member/${editor.userId}/leave`)).status).toBe(404);
});

test("the last admin stays, also when two would go at once", async () => {
  const { orgId } = owner;
  const lastAdmin = { status: 409, body: { code: "last-admin" } };
  expect(await send(owner.orgToken, "DELETE", `/org/${orgId}/leave`)).toMatchObject(lastAdmin);
  expect(await send(owner.orgToken, "PATCH", `/org/${orgId}/role`, { userId: owner.userId, role: "editor" })).toMatchObject(
    lastAdmin,
  );
  const second = await join(orgId, "admin");
  const [mine, theirs] = await Promise.all([
    send(owner.orgToken, "PATCH", `/org/${orgId}/role`, { userId: second.userId, role: "viewer" }),
    send(second.token, "PATCH", `/org/${orgId}/role`, { userId: owner.userId, role: "viewer" }),
  ]);
  expect([mine.status, theirs.status].filter((status) => status === 200)).toHaveLength(1);
  const admin = mine.status === 200 ? owner.orgToken : second.token;
  await send(admin, "PATCH", `/org/${orgId}/role`, { userId: owner.userId, role: "admin" });
  await send(owner.orgToken, "DELETE", `/org/${orgId}/member/${second.userId}/leave`);
});

test("people are invited, once each, and the invitation is withdrawn or runs out", async () => {
  const { orgId } = owner;
  const invite = (emails: string[], role = "editor") => send(owner.orgToken, "POST", `/org/${orgId}/invite`, { emails, role });
  const pending = async () =>
    (await owner.json<{ invitations: Invitation[] }>("GET", `/org/${orgId}/invitations/pending`)).body.invitations;
  expect((await invite(["Bob@example.com", "bob@example.com", owner.email])).status).toBe(201);
  expect((await invite(["bob@example.com"], "viewer")).status).toBe(201);
  const [bob, ...others] = await pending();
  expect(bob).toMatchObject({ email: "bob@example.com", role: "viewer" });
  expect(others).toEqual([]);
  const many = Array.from({ length: 100 }, (_, i) => `p${i}@example.com`);
  expect(await invite(many)).toMatchObject({ status: 409, body: { code: "invite-limit" } });
  const path = `/org/${orgId}/invitations/${bob?.id}`;
  expect(await send(owner.orgToken, "DELETE", path)).toMatchObject({ status: 200, body: { success: true } });
  expect((await send(owner.orgToken, "DELETE", path)).status).toBe(404);
  expect((await invite([...many, "one-more@example.com"])).status).toBe(400);
  expect((await invite(many)).status).toBe(201);
  await server.context.db
    .update(invitation)
    .set({ expiresAt: new Date(nowMs) })
    .where(eq(invitation.organizationId, orgId));
  expect(await pending()).toEqual([]);
  expect((await invite(many)).status).toBe(201);
});

test("a deleted organization's tokens open nothing; it comes back whole, or is purged with all that is in it", async () => {
  const person = await server.signUp();
  const { value = "" } = (await person.json<Token>("POST", "/token", { tag: "private" })).body;
  const { id } = (await person.json<Assistant>("POST", "/assistant", { name: "Kept" })).body;
  const path = `/org/${person.orgId}`;
  expect((await send(person.orgToken, "DELETE", path)).status).toBe(200);
  for (const bearer of [person.orgToken, value]) expect((await send(bearer, "GET", "/assistant")).status).toBe(401);
  expect((await send(person.userToken, "GET", `${path}/auth`)).status).toBe(404);
  expect((await send<Org[]>(person.userToken, "GET", "/org")).body).not.toContainEqual(
    expect.objectContaining({ id: person.orgId }),
  );

  expect((await send<Org>(person.userToken, "POST", `${path}/restore`)).body).toMatchObject({ id: person.orgId, role: "admin" });
  for (const bearer of [person.orgToken, value]) expect((await send(bearer, "GET", `/assistant/${id}`)).status).toBe(200);

  await send(person.orgToken, "DELETE", path);
  expect(await purgeDeleted({ ...server.context, now: () => new Date(nowMs + 31 * DAY_MS) })).toMatchObject({
    organization: 1,
    assistant: 2,
    token: 1,
  });
  expect((await send(person.userToken, "POST", `${path}/restore`)).status).toBe(404);
  expect((await send(owner.userToken, "GET", `/org/${owner.orgId}/auth`)).status).toBe(200);
});

test("deleted organizations are listed for those who were their admins, for as long as they can be brought back", async () => {
  const [ada, stranger] = [await server.signUp(), await server.signUp()];
  const colleagues = { admin: await join(ada.orgId, "admin"), editor: await join(ada.orgId, "editor") };
  const deleted = async (userToken: string) => (await send<DeletedOrg[]>(userToken, "GET", "/org/deleted")).body;
  expect(await deleted(ada.userToken)).toEqual([]);
  const { body: second } = await send<Org>(ada.userToken, "POST", "/org", { name: "Second" });
  const { body: auth } = await send<OrgAuth>(ada.userToken, "GET", `/org/${second.id}/auth`);
  const firstMs = nowMs;
  await send(ada.orgToken, "DELETE", `/org/${ada.orgId}`);
  nowMs += 1000;
  await send(auth.token, "DELETE", `/org/${second.id}`);
  const first = { id: ada.orgId, name: expect.any(String), deletedAt: new Date(firstMs).toISOString() };
  expect(await deleted(ada.userToken)).toEqual([
    { id: second.id, name: "Second", deletedAt: new Date(firstMs + 1000).toISOString() },
    first,
  ]);
  expect(await deleted(colleagues.admin.userToken)).toEqual([first]);
  for (const userToken of [colleagues.editor.userToken, stranger.userToken]) expect(await deleted(userToken)).toEqual([]);

  expect((await send(ada.userToken, "POST", `/org/${second.id}/restore`)).status).toBe(200);
  expect(await deleted(ada.userToken)).toEqual([first]);
  const deletedAt = (days: number) =>
    server.context.db
      .update(organization)
      .set({ deletedAt: new Date(nowMs - days * DAY_MS + 1) })
      .where(eq(organization.id, ada.orgId));
  await deletedAt(30);
  expect(await deleted(ada.userToken)).toHaveLength(1);
  await deletedAt(30.001);
  expect(await deleted(ada.userToken)).toEqual([]);
  expect((await send(ada.userToken, "POST", `/org/${ada.orgId}/restore`)).status).toBe(404);
  expect((await send(ada.orgToken, "GET", "/org/deleted")).status).toBe(401);
});
