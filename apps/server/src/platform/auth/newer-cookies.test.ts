import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type AuthClient, authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { useOnePerson } from "../../testing/one-person.ts";
import { session } from "./tables.ts";

const TOKEN = "callwright.session_token";
const DATA = "callwright.session_data";
const OPT_OUT = "callwright.dont_remember";
const STORED = "/get-session?disableCookieCache=true";

const one = useOnePerson();
const { signIn } = one;

/** The same browser in another request, with its cookies of this moment: later cookies do not change it. */
function withCookiesOf(browser: AuthClient): AuthClient {
  const request = authClient(one.server.url);
  for (const [name, value] of browser.cookies) request.cookies.set(name, value);
  return request;
}

/** Which session cookies are left after an answer. */
const kept = ({ cookies }: AuthClient) => [TOKEN, OPT_OUT].filter((name) => cookies.has(name));

const expire = () => one.server.context.db.update(session).set({ expiresAt: sql`now() - interval '1 minute'` });

describe("a request whose session is over", () => {
  test.each(["/token", "/list-sessions"])(
    "is refused by %s, which leaves the cookie that the browser has by then",
    async (path) => {
      one.client = await signIn({ rememberMe: false });
      await expire();
      expect((await one.client.get(path)).status).toBe(401);
      expect(kept(one.client)).toEqual([TOKEN, OPT_OUT]);
    },
  );

  test("has its cookies cleared where it asks who is signed in", async () => {
    await expire();
    expect((await one.client.get(STORED)).body).toBeNull();
    expect(kept(one.client)).toEqual([]);
  });

  test("cannot end another session with it", async () => {
    await expire();
    expect((await one.client.post("/revoke-session", { token: "x" })).status).toBe(401);
    expect(kept(one.client)).toEqual([TOKEN]);
  });

  test("does not go on by the cookie cache", async () => {
    await one.server.context.db.delete(session);
    await one.client.get("/token");
    expect(one.client.cookies.has(DATA)).toBe(false);
    expect((await one.client.get("/get-session")).body).toBeNull();
  });
});

describe("a reader with the cookie of before", () => {
  test("a new password leaves the new one", async () => {
    const reader = withCookiesOf(one.client);
    const passwords = { currentPassword: person.password, newPassword: person.password };
    expect((await one.client.post("/change-password", passwords)).status).toBe(200);
    expect((await reader.get(STORED)).body).toBeNull();
    expect(kept(reader)).toEqual([TOKEN]);
    expect((await one.client.get(STORED)).body.user.email).toBe(person.email);
  });

  test("a new sign-in leaves the new one", async () => {
    const reader = withCookiesOf(one.client);
    await expire();
    expect((await one.client.post("/sign-in/email", person)).status).toBe(200);
    expect((await reader.get(STORED)).body).toBeNull();
    expect(kept(reader)).toEqual([TOKEN]);
  });
});

test("who signs out has no cookie left", async () => {
  expect((await one.client.post("/sign-out")).status).toBe(200);
  expect(kept(one.client)).toEqual([]);
});

test("who ends the own session in the list has no cookie left", async () => {
  const { body } = await one.client.get(STORED);
  expect((await one.client.post("/revoke-session", { token: body.session.token })).status).toBe(200);
  expect(kept(one.client)).toEqual([]);
});
