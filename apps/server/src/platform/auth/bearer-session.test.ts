import { ATTEMPT_LIMITS } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AuthClient, authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { session } from "./tables.ts";

/** The rules of a session apply to its token in a cookie and as a device's bearer token. */

let server: TestServer;
let bearer: AuthClient;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ rateLimit: true });
  await authClient(server.url).post("/sign-up/email", person);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.context.db.delete(session);
  token = (await authClient(server.url).post("/sign-in/email", person)).body.token;
  bearer = withBearer(token);
});

const withBearer = (value: string) => authClient(server.url, { headers: { authorization: `Bearer ${value}` } });

test("it opens the session; a wrong one, and one of another scheme, opens none", async () => {
  expect((await bearer.get("/get-session")).body.user.email).toBe(person.email);
  for (const authorization of [
    `Bearer ${token}x`,
    `Bearer ${token}.${"A".repeat(43)}=`,
    "Bearer ",
    `Basic ${token}`,
    "Bearer %.%",
  ])
    expect((await authClient(server.url, { headers: { authorization } }).get("/get-session")).body).toBeNull();
});

test("a stale session is refused what is sensitive", async () => {
  await server.context.db.update(session).set({ updatedAt: new Date(Date.now() - 86_400_000) });
  for (const [path, body] of [
    ["/change-email", { newEmail: "countess@example.com" }],
    ["/device/approve", { userCode: "ABCDEFGH" }],
    ["/revoke-other-sessions", {}],
  ] as const)
    expect([path, (await bearer.post(path, body)).body.message]).toEqual([path, "Session is not fresh"]);
});

test("an unknown session is not found", async () => {
  const answer = await bearer.post("/revoke-session", { token: "unknown" });
  expect([answer.status, answer.body.message]).toEqual([400, "Session not found"]);
});

test("no more passwords are guessed with it than the limit allows", async () => {
  const guess = () => bearer.post("/delete-user", { password: "a wrong password" });
  for (let n = 0; n < ATTEMPT_LIMITS.passwordByPerson.attempts; n += 1)
    expect((await guess()).body.message).toBe("Invalid password");
  expect(await guess()).toMatchObject({ status: 429, body: { code: "too-many-attempts" } });
});

test("no answer tells a cookie's token in a header", async () => {
  const { headers } = await authClient(server.url).post("/sign-in/email", person);
  expect(headers.getSetCookie().join()).toContain("callwright.session_token=");
  expect([...headers.keys()]).not.toContain("set-auth-token");
});

const ownTokens = async (client: AuthClient) => {
  const listed = (await client.get("/list-sessions")).body as unknown as { id: string; token: string }[];
  return { own: (await client.get("/get-session")).body.session.token, listed: listed.map((each) => each.token) };
};

test("what the database has of a session opens nothing", async () => {
  const [stored] = await server.context.db.select().from(session);
  expect(JSON.stringify(stored)).not.toContain(token);
  const thief = withBearer(stored?.token ?? "");
  expect((await thief.get("/get-session")).body).toBeNull();
  for (const path of ["/revoke-session", "/revoke-sessions"])
    expect((await thief.post(path, { token: stored?.token })).status).toBe(401);
  expect((await bearer.get("/get-session")).body.user.email).toBe(person.email);
});

test("answers name sessions by what signs nobody in, and ends them", async () => {
  const browser = authClient(server.url);
  await browser.post("/sign-in/email", person);
  const { own, listed } = await ownTokens(browser);
  expect(listed).toHaveLength(2);
  expect(listed).toContain(own);
  for (const token of listed) expect((await withBearer(token).get("/get-session")).body).toBeNull();
  const other = listed.find((each) => each !== own);
  expect((await browser.post("/revoke-session", { token: other })).body).toEqual({ status: true });
  expect((await bearer.get("/get-session")).body).toBeNull();
  expect((await browser.post("/revoke-session", { token: own })).body).toEqual({ status: true });
  expect([...browser.cookies.keys()].join()).not.toContain("session");
});

test("a session that ends the others goes on", async () => {
  const browser = authClient(server.url);
  await browser.post("/sign-in/email", person);
  await browser.post("/revoke-other-sessions");
  expect((await browser.get("/get-session?disableCookieCache=true")).body.user.email).toBe(person.email);
  expect((await bearer.get("/get-session")).body).toBeNull();
});
