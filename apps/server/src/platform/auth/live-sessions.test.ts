import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthClient, authClient } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let first: TestServer;
/** A second server on the same database. */
let second: TestServer;
beforeAll(async () => {
  first = await startTestServer({ config: { secret: "of every node of this database, and long" } });
  const { databaseUrl, secret } = first.context.config;
  second = await startTestServer({ config: { databaseUrl, secret } });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** What a session's two tokens open right now. */
interface Tokens {
  user: string;
  org: string;
}

/** Somebody with a session in another browser, and the tokens that were made in it. */
async function signedInTwice() {
  const person = await first.signUp();
  const browser = authClient(first.url);
  const { email, password } = person;
  await browser.post("/sign-in/email", { email, password });
  return { person, browser, tokens: await tokensOf(browser, person) };
}

async function tokensOf(browser: AuthClient, { orgId }: TestClient): Promise<Tokens> {
  const user = (await browser.get("/token")).body.token;
  const headers = { authorization: `Bearer ${user}` };
  const { token } = (await (await fetch(`${first.url}/org/${orgId}/auth`, { headers })).json()) as { token: string };
  return { user, org: token };
}

async function open({ user, org }: Tokens, { url } = first): Promise<number[]> {
  const ask = async (path: string, token: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status;
  return Promise.all([ask("/org", user), ask("/assistant", org)]);
}

const OPENED = [200, 200];
const REFUSED = [401, 401];

test("a session that is revoked takes its tokens along, at every server, and no other's", async () => {
  const { person, browser, tokens } = await signedInTwice();
  expect([await open(tokens), await open(tokens, second)]).toEqual([OPENED, OPENED]);
  const { token } = (await browser.get("/get-session")).body.session;
  const own = authClient(first.url, { headers: { cookie: person.cookie } });
  expect((await own.post("/revoke-session", { token })).status).toBe(200);
  expect(await open(tokens)).toEqual(REFUSED);
  await expect.poll(() => open(tokens, second)).toEqual(REFUSED);
  const kept = { user: person.userToken, org: person.orgToken };
  expect([await open(kept), await open(kept, second)]).toEqual([OPENED, OPENED]);
});

test.each<[string, (person: TestClient, browser: AuthClient) => Promise<unknown>]>([
  ["its sign-out", (_, browser) => browser.post("/sign-out")],
  ["the end of all sessions", (_, browser) => browser.post("/revoke-sessions")],
  ["the end of all others", ({ cookie }) => authClient(first.url, { headers: { cookie } }).post("/revoke-other-sessions")],
  [
    "another password, chosen elsewhere",
    ({ cookie, password }) =>
      authClient(first.url, { headers: { cookie } }).post("/change-password", {
        currentPassword: password,
        newPassword: "another long password",
      }),
  ],
  ["the account's end", (_, browser) => browser.post("/delete-user")],
])("so does %s", async (_, end) => {
  const { person, browser, tokens } = await signedInTwice();
  expect(await open(tokens)).toEqual(OPENED);
  await end(person, browser);
  expect(await open(tokens)).toEqual(REFUSED);
});
