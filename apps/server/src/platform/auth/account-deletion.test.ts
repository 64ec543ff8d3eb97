import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AUTH_PERSON, type AuthClient, authClient } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { auditEvent } from "../http/tables.ts";
import { purgeDeleted } from "../jobs/purge-deleted.ts";
import { member, organization, session, user } from "./tables.ts";

let server: TestServer;
let ada: TestClient;
let bob: TestClient;
let browser: AuthClient;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [ada, bob] = [await server.signUp(), await server.signUp()];
  browser = authClient(server.url, { headers: { cookie: ada.cookie } });
});

const accountsOf = ({ userId }: TestClient) => server.context.db.$count(user, eq(user.id, userId));
const join = (role: string, { userId } = bob) =>
  server.context.db
    .insert(member)
    .values({ id: crypto.randomUUID(), organizationId: ada.orgId, userId, role, createdAt: new Date() });
const makeStale = () =>
  server.context.db
    .update(session)
    .set({ updatedAt: new Date(Date.now() - 86_400_000) })
    .where(eq(session.userId, ada.userId));

test("a fresh session is enough; a stale one needs the password", async () => {
  await makeStale();
  const refused = await browser.post("/delete-user");
  expect([refused.status, refused.body.message]).toEqual([400, "Session expired. Re-authenticate to perform this action."]);
  expect((await browser.post("/delete-user", { password: "a wrong password" })).body.message).toBe("Invalid password");
  expect((await browser.post("/delete-user", { password: "" })).body.message).toBe(
    "User already has a password. Provide that to delete the account.",
  );
  expect(await accountsOf(ada)).toBe(1);
  expect((await browser.post("/delete-user", { password: ada.password })).status).toBe(200);
  expect(await accountsOf(ada)).toBe(0);
  expect((await authClient(server.url, { headers: { cookie: bob.cookie } }).post("/delete-user")).status).toBe(200);
  expect(await accountsOf(bob)).toBe(0);
});

test("an organization without other members goes too: its tokens open nothing, and what was in it is purged", async () => {
  expect((await ada.json("GET", "/assistant")).status).toBe(200);
  await browser.post("/delete-user");
  expect((await ada.json("GET", "/assistant")).status).toBe(401);
  await purgeDeleted(server.context);
  expect(await server.context.db.$count(organization, eq(organization.id, ada.orgId))).toBe(0);
  expect(
    (await authClient(server.url).post("/sign-in/email", { ...AUTH_PERSON, email: ada.email, password: ada.password })).status,
  ).toBe(401);
});

test("one that others share stays with them, when one of them is an admin", async () => {
  await join("admin");
  expect((await browser.post("/delete-user")).status).toBe(200);
  const left = await server.context.db.select().from(member).where(eq(member.organizationId, ada.orgId));
  expect(left.map(({ userId }) => userId)).toEqual([bob.userId]);
  await server.context.audit.flush();
  const [entry] = await server.context.db.select().from(auditEvent).where(eq(auditEvent.orgId, ada.orgId));
  expect(entry).toMatchObject({ action: "leaveOrg", actorId: ada.userId, actorName: expect.any(String), ipAddress: "127.0.0.1" });
  await purgeDeleted(server.context);
  expect(await server.context.db.$count(organization, eq(organization.id, ada.orgId))).toBe(1);
});

test("whose last admin is deleted nobody could administer: that is refused, and nothing is lost", async () => {
  await join("editor");
  const own = await ada.fetch("/org", {
    method: "POST",
    headers: { authorization: `Bearer ${ada.userToken}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Alone" }),
  });
  expect(own.status).toBe(201);
  const refused = await browser.post("/delete-user");
  expect([refused.status, refused.body.code]).toEqual([409, "last-admin"]);
  expect(refused.body.message).toContain("Make another member an admin first");
  expect(await accountsOf(ada)).toBe(1);
  expect((await ada.json("GET", "/assistant")).status).toBe(200);
  expect(await server.context.db.$count(member, eq(member.userId, ada.userId))).toBe(2);
});

test("of two last admins who are deleted at once, one stays", async () => {
  await join("admin");
  const carol = await server.signUp();
  await join("viewer", carol);
  const others = authClient(server.url, { headers: { cookie: bob.cookie } });
  const answers = await Promise.all([browser.post("/delete-user"), others.post("/delete-user")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const left = await server.context.db.select().from(member).where(eq(member.organizationId, ada.orgId));
  expect(left.map(({ role }) => role).sort()).toEqual(["admin", "viewer"]);
});
