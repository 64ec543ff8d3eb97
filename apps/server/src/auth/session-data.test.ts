import { SESSION_COOKIE_CACHE_MAX_CHARACTERS } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authClient, AUTH_PERSON as person } from "../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** `"` and `\` take two bytes in JSON, a control character six. */
const KINDS = { plain: "N", quoted: '"', control: "\u0001", accented: "é", emoji: "🎧" };
const bytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;
const longest = (character: string, maxBytes: number) => character.repeat(Math.floor(maxBytes / bytes(character)));
const email = () => `${crypto.randomUUID()}@${[..."wxyz"].map((label) => label.repeat(60)).join(".")}.example.com`;

const refused = (field: string, maxBytes: number) => ({
  status: 400,
  body: {
    code: "SESSION_DATA_TOO_LARGE",
    message: `The session data would be larger than 4093 characters. Disable session cookie caching or reduce the size of the session data: '${field}' may have ${maxBytes} bytes.`,
  },
});

test.each(Object.entries(KINDS))(
  "the longest %s fields that are allowed fit one cookie, whatever browser it is",
  async (_, character) => {
    const client = authClient(server.url, { headers: { "user-agent": '"\\é'.repeat(1000) } });
    const fields = { name: longest(character, 500), image: longest(character, 1200) };
    const { status, headers } = await client.post("/sign-up/email", { ...person, email: email(), ...fields });
    expect(status).toBe(200);
    const cache = headers.getSetCookie().filter((cookie) => cookie.startsWith("callwright.session_data"));
    expect(cache).toHaveLength(1);
    expect(cache[0]?.length).toBeLessThanOrEqual(SESSION_COOKIE_CACHE_MAX_CHARACTERS);
    expect((await client.get("/get-session")).body.user).toMatchObject(fields);
  },
);

test.each(Object.entries(KINDS))(
  "more %s characters are refused at sign-up, and where they are changed",
  async (_, character) => {
    const client = authClient(server.url);
    const name = longest(character, 500) + character;
    expect(await client.post("/sign-up/email", { ...person, email: email(), name })).toMatchObject(refused("name", 500));
    await client.post("/sign-up/email", { ...person, email: email() });
    expect(await client.post("/update-user", { name })).toMatchObject(refused("name", 500));
    const image = longest(character, 1200) + character;
    expect(await client.post("/update-user", { image })).toMatchObject(refused("image", 1200));
    expect((await client.get("/get-session?disableCookieCache=true")).body.user.name).toBe(person.name);
  },
);

test("what is no text cannot get past the limit", async () => {
  const client = authClient(server.url);
  await client.post("/sign-up/email", { ...person, email: email() });
  for (const body of [{ name: { long: "N".repeat(4000) } }, { name: ["N".repeat(4000)] }, { name: null }, { image: 5 }])
    expect((await client.post("/update-user", body)).status).toBe(400);
  expect((await client.post("/update-user", { image: null })).status).toBe(200);
});

test("a browser's long name is cut, not refused", async () => {
  const client = authClient(server.url, { headers: { "user-agent": "Browser ".repeat(1000) } });
  expect((await client.post("/sign-up/email", { ...person, email: email() })).status).toBe(200);
  expect((await client.get("/get-session")).body.session.userAgent).toBe("Browser ".repeat(32));
});
