import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authClient } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { createAuth } from "./auth.ts";

let server: TestServer;
let ada: TestClient;
/** Whatever the service answers at, by method and path. */
let routes: { method: string; path: string }[];

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  const auth = createAuth({ ...server.context, onSignUp: async () => {} });
  routes = Object.values(auth.api as Record<string, { path?: string; options: { method: string | string[] } }>).flatMap(
    ({ path, options }) => (path ? [options.method].flat().map((method) => ({ method, path: path.replace(/:\w+/g, "x") })) : []),
  );
});
afterAll(() => server.close());

/** The answer to a request with a signed-in person's cookies. */
async function ask({ method, path }: { method: string; path: string }, headers: Record<string, string>, body = "{}") {
  const answer = await fetch(`${server.url}/api/auth${path}`, {
    method,
    redirect: "manual",
    headers: { cookie: ada.cookie, ...(method === "POST" ? { "content-type": "application/json" } : {}), ...headers },
    ...(method === "POST" ? { body } : {}),
  });
  return {
    status: answer.status,
    body: await answer.text(),
    cookies: answer.headers.getSetCookie(),
    location: answer.headers.get("location"),
  };
}

const posts = () => routes.filter(({ method }) => method === "POST");

describe("at every path of the service", () => {
  test("a session that was revoked opens no more than none, while its browser still has it in its cookie cache", async () => {
    const revoked = authClient(server.url);
    const { email, password } = ada;
    await revoked.post("/sign-in/email", { email, password });
    const { token } = (await revoked.get("/get-session")).body.session;
    const cookie = [...revoked.cookies].map((pair) => pair.join("=")).join("; ");
    const own = authClient(server.url, { headers: { cookie: ada.cookie } });
    expect((await own.post("/revoke-session", { token })).status).toBe(200);
    for (const route of routes) {
      // The cache exists for this route.
      if (route.path === "/get-session") continue;
      const [as, none] = await Promise.all([cookie, ""].map((each) => ask(route, { origin: server.url, cookie: each })));
      expect([route, as?.status, as?.body]).toEqual([route, none?.status, none?.body]);
    }
    expect((await ask({ method: "GET", path: "/get-session" }, { origin: server.url, cookie })).body).toContain(ada.userId);
  });

  test.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" },
  ])("another site's page (%o) is refused", async (headers) => {
    expect(routes.length).toBeGreaterThan(40);
    for (const route of routes) {
      // Another service sends a person back here, with an answer that only the browser that was sent there can use.
      const isReturn = route.method === "GET" && route.path === "/callback/x" && headers.origin === undefined;
      const { status, body, cookies, location } = await ask(route, headers);
      if (isReturn) {
        expect([status, location]).toEqual([302, "/sign-in-failed?error=state_not_found"]);
        continue;
      }
      expect([route, status, cookies]).toEqual([route, 403, []]);
      expect(body).toContain("origin-not-trusted");
    }
  });

  test("cookies count for nothing where a page's origin should be and is not", async () => {
    for (const route of posts()) expect([route, (await ask(route, {})).status]).toEqual([route, 403]);
    expect((await ask({ method: "GET", path: "/get-session" }, {})).body).toContain(ada.userId);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "a form's body (%s) is refused",
    async (type) => {
      for (const route of posts())
        expect([route, (await ask(route, { origin: server.url, "content-type": type })).status]).toEqual([route, 415]);
    },
  );

  test("only what is sent on purpose changes something: of the paths a link can lead to, each is known", () => {
    const readable = routes.filter(({ method }) => method === "GET").map(({ path }) => path);
    expect([...new Set(readable)].sort()).toMatchInlineSnapshot(`
      [
        "/account-info",
        "/callback/x",
        "/delete-user/callback",
        "/device",
        "/error",
        "/get-session",
        "/jwks",
        "/list-accounts",
        "/list-sessions",
        "/ok",
        "/organization/get-active-member",
        "/organization/get-active-member-role",
        "/organization/get-full-organization",
        "/organization/get-invitation",
        "/organization/get-organization",
        "/organization/list",
        "/organization/list-invitations",
        "/organization/list-members",
        "/organization/list-user-invitations",
        "/reset-password/x",
        "/token",
        "/verify-email",
      ]
    `);
  });
});

const ELSEWHERE = [
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/%5Cevil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "https:evil.example",
  "javascript:alert(1)",
];

describe.each(ELSEWHERE)("where somebody shall go on: %j", (target) => {
  test.each(["/verify-email?token=x", "/reset-password/x?a=b", "/delete-user/callback?token=x"])(
    "%s leads nowhere else",
    async (path) => {
      const answer = await ask({ method: "GET", path: `${path}&callbackURL=${encodeURIComponent(target)}` }, {});
      expect([answer.status, answer.location]).toEqual([403, null]);
    },
  );

  test.each([
    ["/sign-in/email", "callbackURL", "Invalid callbackURL"],
    ["/sign-up/email", "callbackURL", "Invalid callbackURL"],
    ["/request-password-reset", "redirectTo", "Invalid redirectURL"],
    ["/send-verification-email", "callbackURL", "Invalid callbackURL"],
    ["/change-email", "callbackURL", "Invalid callbackURL"],
  ])("%s refuses it", async (path, field, message) => {
    const person = { email: "eve@example.com", newEmail: "mallory@example.com", password: "a long password", name: "Eve" };
    const body = JSON.stringify({ ...person, [field]: target });
    const answer = await ask({ method: "POST", path }, { origin: server.url }, body);
    expect([answer.status, JSON.parse(answer.body).message]).toEqual([403, message]);
  });
});

test("a path of this server's may be gone on to", async () => {
  const { status, location } = await ask({ method: "GET", path: "/verify-email?token=x&callbackURL=%2Fassistants" }, {});
  expect([status, location]).toEqual([302, "/assistants?error=INVALID_TOKEN"]);
});

test("under https every cookie is secure, and no page of http can set it", { tags: "long" }, async () => {
  const secure = await startTestServer({ config: { publicUrl: "https://voice.example.com" } });
  const answer = await fetch(`http://127.0.0.1:${secure.port}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://voice.example.com" },
    body: JSON.stringify({ email: "ada@example.com", password: "a long password", name: "Ada" }),
  });
  await secure.close();
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThanOrEqual(3);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Secure-callwright\./);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).not.toMatch(/; Domain=/i);
  }
});

test.each(["/..//evil.example", "/%2e%2e//evil.example", "/..\\/evil.example", "/a/../..//evil.example/"])(
  "a link that goes on to %s is refused",
  async (callback) => {
    const path = `/verify-email?token=x&callbackURL=${encodeURIComponent(callback)}`;
    const { status, location, body } = await ask({ method: "GET", path }, { origin: server.url });
    expect([status, location, JSON.parse(body).code]).toEqual([403, null, "INVALID_CALLBACK_URL"]);
  },
);

test("a link goes on to a page of this server", async () => {
  const path = `/verify-email?token=x&callbackURL=${encodeURIComponent("/account?tab=mail")}`;
  const { location } = await ask({ method: "GET", path }, { origin: server.url });
  expect(location).toMatch(/^\/account\?/);
});
