import { SESSION_COOKIE_CACHE_MAX_CHARACTERS } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthClient, authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { cookieCharacters, type SessionPlace } from "./session-data.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: true } });
});
afterAll(() => server.close());

/** `"` and `\` take two bytes in JSON, a control character six. */
const KINDS = { plain: "N", quoted: '"', control: "\u0001", accented: "é", emoji: "🎧" };
const email = () => `${crypto.randomUUID()}@example.com`;

const PLACE = { ipAddress: "2001:0db8:1111:2222:3333:4444:5555:6666", userAgent: "Browser ".repeat(32) };

/** The longest text of one character that fits beside the person's other fields. */
function longest(character: string, field: "name" | "image", user: Record<string, unknown>, place: SessionPlace): string {
  const fits = (times: number) =>
    cookieCharacters({ ...user, [field]: character.repeat(times) }, place) <= SESSION_COOKIE_CACHE_MAX_CHARACTERS;
  let times = 0;
  while (fits(times + 1)) times += 1;
  return character.repeat(times);
}

/** Characters of the data in the cookie, which the library cuts into several when it is near the limit. */
function cachedCharacters({ cookies }: AuthClient): number {
  const parts = [...cookies].filter(([name]) => name.startsWith("callwright.session_data"));
  return parts.reduce((sum, [, value]) => sum + value.length, 0);
}

const longBrowser = (userAgent = "Browser ".repeat(1000)) =>
  authClient(server.url, { headers: { "user-agent": userAgent, "x-forwarded-for": PLACE.ipAddress } });

const REFUSED = {
  status: 400,
  body: {
    code: "SESSION_DATA_TOO_LARGE",
    message: expect.stringMatching(
      /^The session data would have \d{4} characters, and the cookie holds 4093\. Please disable session cookie caching or reduce the size of the session data: /,
    ),
  },
};

test.each(Object.entries(KINDS))("%s characters: a picture address works or fails by its size", async (_, character) => {
  const client = longBrowser();
  const user = { ...person, email: email() };
  expect((await client.post("/sign-up/email", user)).status).toBe(200);
  const image = longest(character, "image", user, PLACE);
  expect((await client.post("/update-user", { image })).status).toBe(200);
  expect((await client.get("/get-session")).body.user).toMatchObject({ image });
  const characters = cachedCharacters(client);
  expect(characters).toBeLessThanOrEqual(SESSION_COOKIE_CACHE_MAX_CHARACTERS);
  // The limit is exact: one more character, of up to six bytes, would be too long.
  expect(characters).toBeGreaterThan(SESSION_COOKIE_CACHE_MAX_CHARACTERS - 10);
  expect(await client.post("/update-user", { image: image + character })).toMatchObject(REFUSED);
  expect(await client.post("/update-user", { name: person.name + "N".repeat(10) })).toMatchObject(REFUSED);
  expect((await client.get("/get-session?disableCookieCache=true")).body.user).toMatchObject({ image, name: person.name });
});

test("a name is measured with the rest at sign-up, a new address where it is asked for", async () => {
  const user = { ...person, email: email() };
  // A new session keeps of the browser's name what there is room for.
  const name = longest("N", "name", user, { ipAddress: PLACE.ipAddress });
  expect(await longBrowser().post("/sign-up/email", { ...user, name: `${name}N` })).toMatchObject(REFUSED);
  const client = longBrowser();
  expect((await client.post("/sign-up/email", { ...user, name })).status).toBe(200);
  expect((await client.get("/get-session")).body.session.userAgent).toBe("");
  expect(cachedCharacters(client)).toBeLessThanOrEqual(SESSION_COOKIE_CACHE_MAX_CHARACTERS);
  expect(await client.post("/change-email", { newEmail: `longer-${user.email}` })).toMatchObject(REFUSED);
});

test("the session with the longest browser's name decides", async () => {
  const user = { ...person, email: email() };
  const short = longBrowser("curl/8");
  expect((await short.post("/sign-up/email", user)).status).toBe(200);
  const image = longest("N", "image", user, { ...PLACE, userAgent: "curl/8" });
  expect((await longBrowser().post("/sign-in/email", user)).status).toBe(200);
  expect(await short.post("/update-user", { image })).toMatchObject(REFUSED);
  expect((await short.post("/revoke-other-sessions", {})).status).toBe(200);
  expect((await short.post("/update-user", { image })).status).toBe(200);
  expect(cachedCharacters(short)).toBeGreaterThan(SESSION_COOKIE_CACHE_MAX_CHARACTERS - 10);
});

test("what is no text cannot get past the limit", async () => {
  const client = authClient(server.url);
  await client.post("/sign-up/email", { ...person, email: email() });
  for (const body of [{ name: { long: "N".repeat(4000) } }, { name: ["N".repeat(4000)] }, { name: null }, { image: 5 }])
    expect((await client.post("/update-user", body)).status).toBe(400);
  expect((await client.post("/update-user", { image: null })).status).toBe(200);
});

test("a browser's long name is cut, not refused", async () => {
  const client = longBrowser();
  expect((await client.post("/sign-up/email", { ...person, email: email() })).status).toBe(200);
  expect((await client.get("/get-session")).body.session.userAgent).toBe("Browser ".repeat(32));
});
