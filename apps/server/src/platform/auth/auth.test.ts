import { COOKIE_MAX_AGE_SECONDS, USER_FIELD_MAX_BYTES } from "@callwright/contract";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const person = { email: "Ada@Example.com", password: "a long password", name: "Ada" };

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/api/auth${path}`, { headers });
}

const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message;

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test("sign up, sign out, sign in", async () => {
  const signedUp = await post("/sign-up/email", person);
  expect(signedUp.status).toBe(200);
  const { user } = (await signedUp.json()) as { user: { id: string } };
  expect(user).toMatchObject({ email: "ada@example.com", emailVerified: false, name: "Ada" });
  expect(user.id).toMatch(/^[0-9a-f]{8}-/);

  const cookie = cookieOf(signedUp);
  expect(await (await get("/get-session", { cookie })).json()).toMatchObject({ user: { id: user.id } });
  const signedOut = await post("/sign-out", {}, { cookie });
  expect(signedOut.status).toBe(200);
  expect(await (await get("/get-session?disableCookieCache=true", { cookie })).json()).toBeNull();

  const wrong = await post("/sign-in/email", { ...person, password: "another password" });
  expect(wrong.status).toBe(401);
  expect(await wrong.json()).toMatchObject({ message: "Invalid email or password" });
  expect((await post("/sign-in/email", person)).status).toBe(200);
});

test("the spec's sentences are the service's", async () => {
  const taken = await post("/sign-up/email", person);
  expect(taken.status).toBe(422);
  expect(await taken.json()).toMatchObject({ message: "User already exists. Use another email." });
  const short = await post("/sign-up/email", { ...person, email: "short@example.com", password: "short" });
  expect(await short.json()).toMatchObject({ message: "Password too short" });
});

test("cookies are closed to scripts and other sites, and live at most 400 days", async () => {
  const signedIn = await post("/sign-in/email", person);
  const cookies = signedIn.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(Number(/Max-Age=(\d+)/i.exec(cookie)?.[1] ?? 0)).toBeLessThanOrEqual(COOKIE_MAX_AGE_SECONDS);
    expect(cookie.length).toBeLessThan(4093);
  }
});

test("the longest name and picture that the dashboard makes fit one cookie", async () => {
  const longest = {
    ...person,
    email: "long@example.com",
    name: "N".repeat(USER_FIELD_MAX_BYTES.name),
    image: "i".repeat(USER_FIELD_MAX_BYTES.image),
  };
  const response = await post("/sign-up/email", longest);
  expect(response.status).toBe(200);
  const cache = response.headers.getSetCookie().filter((cookie) => cookie.startsWith("callwright.session_data"));
  expect(cache).toHaveLength(1);
});

test("a user token names its person, for an hour, under a fresh id each time", async () => {
  const cookie = cookieOf(await post("/sign-in/email", person));
  const mint = async () => ((await (await get("/token", { cookie })).json()) as { token: string }).token;
  const [first, second] = [await mint(), await mint()];
  const claims = decodeJwt(first);
  expect(decodeProtectedHeader(first).alg).toBe("EdDSA");
  expect(claims).toMatchObject({ iss: "callwright", aud: "callwright/user", jti: expect.any(String) });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "jti", "sid", "sub"]);
  expect(decodeJwt(second).jti).not.toBe(claims.jti);
  expect((await get("/token")).status).toBe(401);
});

test("organizations are not written through the service", async () => {
  const cookie = cookieOf(await post("/sign-in/email", person));
  for (const path of ["/organization/create", "/organization/invite-member", "/organization/set-active", "/organization/delete"])
    expect((await post(path, { name: "x", slug: "x", organizationId: "x", role: "admin" }, { cookie })).status).toBe(404);
});

describe("input that is not what it should be", () => {
  test.each([
    ["not JSON", "{", 400],
    ["empty", "", 400],
    ["not an object", "[]", 400],
    ["U+0000 in a name", JSON.stringify({ ...person, email: "nul@example.com", name: "a\u0000" }), 400],
    ["half a surrogate pair", '{"email":"s@example.com","password":"a long password","name":"\\ud83c"}', 400],
    ["a wrong type", JSON.stringify({ ...person, email: 5 }), 400],
    ["an address that is none", JSON.stringify({ ...person, email: "nobody" }), 400],
    ["too large", JSON.stringify({ ...person, name: "x".repeat(6_000_000) }), 413],
  ])("%s is refused", async (_, body, status) => {
    expect((await post("/sign-up/email", body)).status).toBe(status);
  });

  test("unknown paths are 404", async () => {
    expect((await get("/nothing")).status).toBe(404);
  });
});

describe("origins", () => {
  test.each(["http://evil.example", "null", "https://localhost.evil.example", "nonsense"])(
    "%s is refused, naming PUBLIC_URL",
    async (origin) => {
      const refused = await post("/sign-in/email", person, { origin });
      expect(refused.status).toBe(403);
      const message = await messageOf(refused);
      expect(message).toContain(origin);
      expect(message).toContain("PUBLIC_URL");
    },
  );

  test("the address the page was loaded from is trusted, whichever it is", async () => {
    const { port } = new URL(server.url);
    for (const host of ["localhost", "127.0.0.1"]) {
      const url = `http://${host}:${port}`;
      const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url, host: `${host}:${port}` },
        body: JSON.stringify(person),
      });
      expect([host, response.status]).toEqual([host, url === server.url ? 200 : 403]);
    }
  });

  test("a program without an origin may sign in", async () => {
    const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(person),
    });
    expect(response.status).toBe(200);
  });
});
