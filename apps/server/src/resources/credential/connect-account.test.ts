import type { Chat, Credential, CredentialSession } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { credential } from "../../db/schema/platform.ts";
import { createOutsideNetwork } from "../../net/outside-network.ts";
import { accessTokenOf } from "../../outgoing/connected/connected-account.ts";
import { FAKE_CLIENT, type FakeServices, startFakeServices } from "../../outgoing/connected/testing/fake-services.ts";
import { signUpColleague } from "../../testing/colleague.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

/** Accounts of services, connected by a browser and used by the tools of chats. */

const CALENDAR = "google.calendar.oauth2-authorization";
const MINUTE_MS = 60_000;

let fake: FakeServices;
let server: TestServer;
let admin: TestClient;
let nowMs = Date.now();
const now = () => new Date(nowMs);

beforeAll(async () => {
  fake = await startFakeServices();
  server = await startTestServer({
    now,
    config: {
      logLevel: "error",
      connectClients: { google: FAKE_CLIENT, slack: FAKE_CLIENT, gohighlevel: undefined },
      serviceOrigins: fake.serviceOrigins,
      allowPrivateAddresses: true,
    },
  });
  admin = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await fake.close();
});
beforeEach(() => {
  Object.assign(fake, { seen: [], revoked: [], failWith: [], failTokenWith: [], withheldScopes: [], lifetimeSeconds: 3599 });
});

const open = (url: string, cookie: string, more: Record<string, string> = {}) =>
  fetch(new URL(url, server.url), { headers: { cookie, ...more }, redirect: "manual" });
const session = async (client: TestClient, body: object) =>
  (await client.json<CredentialSession>("POST", "/credential/session", body)).body;
const startOf = ({ sessionToken }: CredentialSession) => `/oauth/start?token=${sessionToken}`;

/** Sends a browser to the service, where its person allows everything. Answers the way back, and the cookies. */
async function goThere(by: TestClient, asked: CredentialSession) {
  const started = await open(startOf(asked), by.cookie);
  expect(started.status).toBe(303);
  const [set = ""] = started.headers.getSetCookie();
  const away = new URL(started.headers.get("location") ?? "");
  const back = (await open(away.href, "")).headers.get("location") ?? "";
  return { away, back, set, cookie: `${by.cookie}; ${set.split(";")[0]}` };
}

async function connect(by: TestClient, body: object): Promise<{ status: number; page: string; id: string }> {
  const { back, cookie } = await goThere(by, await session(by, body));
  const landed = await open(back, cookie);
  const page = await landed.text();
  return { status: landed.status, page, id: /\/credentials\/([\da-f-]{36})/.exec(page)?.[1] ?? "" };
}

const read = async (id: string) => (await admin.json<Credential>("GET", `/credential/${id}`)).body;
const tokenOf = (id: string, network = server.context.network, refused?: string) =>
  accessTokenOf({ ...server.context, network }, admin.orgId, id, refused);

test("an admin connects Google Calendar, and an assistant books with it in a chat", async () => {
  const asked = await session(admin, { provider: CALENDAR });
  expect(asked).toMatchObject({
    connectUrl: `${server.url}/oauth/connect?token=${asked.sessionToken}`,
    expiresAt: expect.any(String),
  });
  const page = await open(asked.connectUrl ?? "", admin.cookie);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Continue to Google")]);

  const { away, back, set, cookie } = await goThere(admin, asked);
  expect(set).toMatch(/HttpOnly.*SameSite=Lax/);
  expect(away.searchParams.get("redirect_uri")).toBe(`${server.url}/oauth/callback/google`);
  expect(away.searchParams.get("code_challenge_method")).toBe("S256");
  expect(away.searchParams.get("scope")).toContain("https://www.googleapis.com/auth/calendar.events");
  const landed = await open(back, cookie);
  const said = await landed.text();
  expect(said).toContain("Google Calendar is connected as anna@example.com");

  const id = /\/credentials\/([\da-f-]{36})/.exec(said)?.[1] ?? "";
  const stored = await read(id);
  expect(stored).toMatchObject({ provider: CALENDAR, connection: { status: "connected", account: "anna@example.com" } });
  const [row] = await server.context.db.select().from(credential).where(eq(credential.id, id));
  for (const text of [JSON.stringify(stored), JSON.stringify(row), said])
    for (const token of [...fake.accessTokens, ...fake.refreshTokens]) expect(text).not.toContain(token);

  const given = {
    summary: "Table for two",
    startDateTime: "2026-11-30T19:00:00",
    endDateTime: "2026-11-30T21:00:00",
    timeZone: "Europe/Berlin",
    attendees: ["guest@example.com"],
  };
  const model = {
    provider: "callwright",
    model: "fake-tools",
    steps: [[{ tool: "google_calendar_event_create", arguments: given }], ["Done."]],
    tools: [{ type: "google.calendar.event.create", credentialId: id }],
  };
  const chat = await admin.json<Chat>("POST", "/chat", { assistant: { model }, input: "Book it" });
  expect([chat.status, JSON.stringify(chat.body)]).toEqual([
    201,
    expect.stringContaining("The event 'Table for two' was created"),
  ]);
  expect(fake.events).toEqual([
    expect.objectContaining({
      summary: "Table for two",
      start: { dateTime: "2026-11-30T19:00:00+01:00", timeZone: "Europe/Berlin" },
      attendees: [{ email: "guest@example.com" }],
    }),
  ]);
  const uses = await admin.json("GET", `/credential/${id}/used-by`);
  expect(uses.body).toEqual([]);
  const audit = await admin.json<{ results: unknown[] }>("GET", "/audit?limit=50");
  expect(JSON.stringify(audit.body)).toContain(`"targetId":"${id}"`);
});

test("only the admin who asked, in the same browser, gets in, and each link works once for 15 minutes", async () => {
  const stranger = await server.signUp();
  const editor = await signUpColleague(server, admin.orgId, "editor");
  const colleague = await signUpColleague(server, admin.orgId, "admin");
  expect((await editor.json("POST", "/credential/session", { provider: CALENDAR })).status).toBe(403);

  const asked = await session(admin, { provider: CALENDAR });
  for (const { cookie } of [stranger, editor, colleague, { cookie: "" }])
    for (const path of ["/oauth/connect", "/oauth/start"]) {
      const refused = await open(`${path}?token=${asked.sessionToken}`, cookie);
      expect([401, 403], `${path} ${cookie}`).toContain(refused.status);
    }
  expect((await open(startOf(asked), admin.cookie, { "sec-fetch-site": "cross-site" })).status).toBe(403);

  const first = await goThere(admin, asked);
  expect((await open(startOf(asked), admin.cookie)).status).toBe(410);
  const count = async () => (await admin.json<Credential[]>("GET", "/credential")).body.length;
  const before = await count();
  // A state that was looked at in the wrong browser is spent.
  expect((await open(first.back, admin.cookie)).status).toBe(410);
  expect((await open(first.back, first.cookie)).status).toBe(410);

  const wrong = {
    "of another person": ({ back, set }: typeof first) => open(back, `${colleague.cookie}; ${set.split(";")[0]}`),
    "of another service": ({ back, cookie }: typeof first) => open(back.replace("/google", "/slack"), cookie),
    "without a code": ({ back, cookie }: typeof first) => open(back.replace("code=", "error=access_denied&x="), cookie),
    "with a code of another": ({ back, cookie }: typeof first) => open(back.replace(/code=\w{4}/, "code=0000"), cookie),
    "too late": async ({ back, cookie }: typeof first) => {
      nowMs += 16 * MINUTE_MS;
      return open(back, cookie);
    },
  };
  for (const [how, act] of Object.entries(wrong)) {
    const answer = await act(await goThere(admin, await session(admin, { provider: CALENDAR })));
    expect(answer.status, how).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("location"), how).toBeNull();
  }
  const late = await session(admin, { provider: CALENDAR });
  nowMs += 16 * MINUTE_MS;
  expect((await open(startOf(late), admin.cookie)).status).toBe(410);
  expect(await count()).toBe(before);
});

test("what stands in the way is said: no client, a permission that was not given", async () => {
  const missing = await admin.json("POST", "/credential/session", { provider: "ghl.oauth2-authorization" });
  expect(missing).toMatchObject({
    status: 501,
    body: { message: expect.stringContaining("GOHIGHLEVEL_CLIENT_ID and GOHIGHLEVEL_CLIENT_SECRET") },
  });
  fake.withheldScopes = ["https://www.googleapis.com/auth/calendar.events"];
  const { status, page, id } = await connect(admin, { provider: CALENDAR });
  expect([status, page, id]).toEqual([502, expect.stringContaining("tick every permission"), ""]);
});

test("a token is renewed once for two nodes, before it expires and after it was refused", async () => {
  const { id } = await connect(admin, { provider: CALENDAR });
  const other = createOutsideNetwork(true);
  const refreshes = () => fake.seen.filter(({ body }) => body.grant_type === "refresh_token").length;
  const first = await tokenOf(id);
  expect(refreshes()).toBe(0);
  nowMs += 59 * MINUTE_MS + 30_000;
  const renewed = await Promise.all([tokenOf(id), tokenOf(id, other), tokenOf(id), tokenOf(id, other)]);
  expect(new Set(renewed).size).toBe(1);
  expect([renewed[0] === first, refreshes()]).toEqual([false, 1]);
  const refused = await Promise.all([tokenOf(id, server.context.network, renewed[0]), tokenOf(id, other, renewed[0])]);
  expect([new Set(refused).size, refreshes()]).toEqual([1, 2]);
  other.close();
});

test("a sign-in that the service ends is shown as expired, and connecting again keeps the credential", async () => {
  const { id } = await connect(admin, { provider: CALENDAR });
  nowMs += 60 * MINUTE_MS;
  // An outage is no end.
  fake.failTokenWith = [{ status: 503, body: { error: "backend" } }];
  await expect(tokenOf(id)).rejects.toThrow("status 503");
  expect((await read(id)).connection).toMatchObject({ status: "connected" });
  fake.failTokenWith = [{ status: 400, body: { error: "invalid_grant" } }];
  await expect(tokenOf(id)).rejects.toMatchObject({ code: "connection-expired" });
  expect((await read(id)).connection).toMatchObject({ status: "expired", reason: expect.stringContaining("invalid_grant") });
  const check = await admin.json("POST", `/credential/${id}/check`);
  expect(check.body).toMatchObject({ state: "refused", message: expect.stringContaining("Connect it again") });
  expect((await connect(admin, { provider: CALENDAR, credentialId: id })).id).toBe(id);
  expect((await read(id)).connection).toMatchObject({ status: "connected", account: "anna@example.com" });
  expect((await admin.json("POST", `/credential/${id}/check`)).body).toMatchObject({ state: "works" });
});

test("deleting revokes the sign-in, except where another credential has the same account", async () => {
  const before = (await admin.json<Credential[]>("GET", "/credential")).body;
  for (const { id } of before) await admin.json("DELETE", `/credential/${id}`);
  fake.revoked = [];
  const { id: one } = await connect(admin, { provider: CALENDAR });
  const { id: two } = await connect(admin, { provider: "google.sheets.oauth2-authorization" });
  await admin.json("DELETE", `/credential/${one}`);
  expect(fake.revoked).toEqual([]);
  await admin.json("DELETE", `/credential/${two}`);
  expect(fake.revoked).toHaveLength(1);
  const [row] = await server.context.db.select().from(credential).where(eq(credential.id, two));
  expect(row?.state).not.toHaveProperty("tokens");
  await admin.json("POST", `/credential/${two}/restore`);
  await expect(tokenOf(two)).rejects.toMatchObject({ code: "connection-missing" });
});
