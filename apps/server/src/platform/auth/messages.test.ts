import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthClient, authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { account, user } from "./tables.ts";

/** Messages of the service with our text, or after a failure of its database. */

let server: TestServer;
let client: AuthClient;
beforeAll(async () => {
  server = await startTestServer();
  client = authClient(server.url);
  await client.post("/sign-up/email", person);
});
afterAll(() => server.close());

const said = async (answer: ReturnType<AuthClient["post"]>) => {
  const { status, body } = await answer;
  return [status, body.message];
};

/** Runs `attempt` while every `change` of a table fails. */
async function whileFailing<T>(change: "insert" | "update", table: string, attempt: () => Promise<T>): Promise<T> {
  const { db } = server.context;
  await db.execute(sql`create function auth.refuse() returns trigger as 'begin raise exception ''no''; end' language plpgsql`);
  await db.execute(sql.raw(`create trigger refuse before ${change} on auth.${table} execute function auth.refuse()`));
  try {
    return await attempt();
  } finally {
    await db.execute(sql`drop function auth.refuse cascade`);
  }
}

test.each([
  ["/sign-up/email", { ...person, email: "nobody" }],
  ["/sign-in/email", { ...person, email: "nobody" }],
  ["/request-password-reset", { email: "nobody@" }],
  ["/send-verification-email", { email: "@example.com" }],
  ["/change-email", { newEmail: "a b@example.com" }],
])("%s: Invalid email", async (path, body) => {
  expect(await said(client.post(path, body))).toEqual([400, "Invalid email"]);
});

test("an empty password is too short", async () => {
  const body = { ...person, email: "empty@example.com", password: "" };
  expect(await said(client.post("/sign-up/email", body))).toEqual([400, "Password too short"]);
});

test("what the database does not take is told as what failed, without its reason", async () => {
  const other = { ...person, email: "other@example.com" };
  const signUp = await whileFailing("insert", '"user"', () => said(client.post("/sign-up/email", other)));
  expect(signUp).toEqual([422, "Failed to create user"]);
  const signIn = await whileFailing("insert", "session", () => said(client.post("/sign-in/email", person)));
  expect(signIn).toEqual([500, "Failed to create session"]);
  const update = await whileFailing("update", '"user"', () => said(client.post("/update-user", { name: "Countess" })));
  expect(update).toEqual([500, "Failed to update user"]);
  await server.context.db.execute(sql`alter table auth.session rename to hidden`);
  const read = await said(client.get("/get-session?disableCookieCache=true"));
  await server.context.db.execute(sql`alter table auth.hidden rename to session`);
  expect(read).toEqual([500, "Failed to get session"]);
});

test("accounts: the last one stays, an unknown one is not found, and one without a password has none to change", async () => {
  const { db } = server.context;
  expect(await said(client.post("/unlink-account", { accountId: "x" }))).toEqual([400, "You can't unlink your last account"]);
  const { id: userId } = (await client.get("/get-session")).body.user;
  const elsewhere = { id: crypto.randomUUID(), providerId: "elsewhere", accountId: "1", userId };
  await db.insert(account).values(elsewhere);
  expect(await said(client.post("/unlink-account", { accountId: "x" }))).toEqual([400, "Account not found"]);
  await db.delete(account).where(and(eq(account.userId, userId), eq(account.providerId, "credential")));
  const change = { currentPassword: person.password, newPassword: "another long password" };
  expect(await said(client.post("/change-password", change))).toEqual([400, "Credential account not found"]);
});

test("links of an account that is gone lead to nobody", async () => {
  const gone = { ...person, email: "gone@example.com" };
  await authClient(server.url).post("/sign-up/email", gone);
  const [mail] = server.context.mailer.outbox?.list() ?? [];
  const token = /token=(\S+)/.exec(mail?.text ?? "")?.[1];
  await server.context.db.delete(user).where(eq(user.email, gone.email));
  expect(await said(client.get(`/verify-email?token=${token}`))).toEqual([401, "User not found"]);
  expect(await said(client.get("/verify-email?token=x"))).toEqual([401, "Invalid token"]);
});

test("there is no sign-in by other services", async () => {
  expect(await said(client.post("/sign-in/social", { provider: "google" }))).toEqual([404, "Provider not found"]);
  expect(await said(client.post("/update-user", { email: "x@example.com" }))).toEqual([400, "Email can not be updated"]);
  expect(await said(authClient(server.url).get("/delete-user/callback?token=x"))).toEqual([404, "Failed to get user info"]);
});
