import type { Chat, Credential, CredentialSession, Tool } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { createOutsideNetwork } from "../../platform/net/outside-network.ts";
import { signUpColleague } from "../../testing/colleague.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { resolveTools } from "../tool/run/resolve-tools.ts";
import { testTool } from "../tool/test-tool.ts";
import { accessTokenOf } from "./outgoing/connected/connected-account.ts";
import { FAKE_API_KEY, FAKE_CLIENT, type FakeServices, startFakeServices } from "./outgoing/connected/testing/fake-services.ts";
import { runAction, SERVICE_ACTIONS, type ServiceToolType } from "./service-actions/service-actions.ts";
import { credential } from "./tables.ts";

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
      connectClients: { google: FAKE_CLIENT, slack: FAKE_CLIENT, gohighlevel: FAKE_CLIENT },
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
  nowMs = Date.now();
  Object.assign(fake, { seen: [], revoked: [], failWith: [], failTokenWith: [], withheldScopes: [], lifetimeSeconds: 3599 });
});

const open = (url: string, cookie: string, more: Record<string, string> = {}) =>
  fetch(new URL(url, server.url), { headers: { cookie, ...more }, redirect: "manual" });
const session = async (client: TestClient, body: object) =>
  (await client.json<CredentialSession>("POST", "/credential/session", body)).body;
const startOf = ({ sessionToken }: CredentialSession) => `/oauth/start?token=${sessionToken}`;

/** Sends a browser to the service, where its person permits everything. Returns the address of the way back, and the cookies. */
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
    200,
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
  const audit = await admin.json<{ results: unknown[] }>("GET", `/org/${admin.orgId}/audit`);
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

test("a credential that was deleted on the way is not connected, and the page says so", async () => {
  const { id } = await connect(admin, { provider: CALENDAR });
  const again = await goThere(admin, await session(admin, { provider: CALENDAR, credentialId: id }));
  await admin.json("DELETE", `/credential/${id}`);
  const gone = await open(again.back, again.cookie);
  expect([gone.status, gone.headers.get("content-type")]).toEqual([502, expect.stringContaining("text/html")]);
  expect(await gone.text()).toContain("was deleted meanwhile");
});

test("what stands in the way is said: no client, a permission that was not given", async () => {
  const { connectClients } = server.context.config;
  connectClients.gohighlevel = undefined;
  const missing = await admin.json("POST", "/credential/session", { provider: "ghl.oauth2-authorization" });
  connectClients.gohighlevel = FAKE_CLIENT;
  const unknown = await admin.json("POST", "/credential/trigger", { action_name: "post", input: {} });
  expect(unknown).toMatchObject({ status: 400, body: { message: [expect.stringContaining("slack.message.send")] } });
  const none = { action_name: "slack.message.send", input: { channel: "#support", message: "x" } };
  const unconnected = await admin.json("POST", "/credential/trigger", none);
  expect(unconnected).toMatchObject({ status: 400, body: { message: expect.stringContaining("no connected account of Slack") } });
  expect(missing).toMatchObject({
    status: 501,
    body: { message: expect.stringContaining("GOHIGHLEVEL_CLIENT_ID and GOHIGHLEVEL_CLIENT_SECRET") },
  });
  fake.withheldScopes = ["https://www.googleapis.com/auth/calendar.events"];
  const { status, page, id } = await connect(admin, { provider: CALENDAR });
  expect([status, page, id]).toEqual([502, expect.stringContaining("tick every permission"), ""]);
});

test("a token is renewed once for two nodes, before it expires and after it was refused", async () => {
  fake.lifetimeSeconds = 300;
  const { id } = await connect(admin, { provider: CALENDAR });
  const other = createOutsideNetwork(true);
  const refreshes = () => fake.seen.filter(({ body }) => body.grant_type === "refresh_token").length;
  const first = await tokenOf(id);
  expect(refreshes()).toBe(0);
  nowMs += 4.5 * MINUTE_MS;
  const renewed = await Promise.all([tokenOf(id), tokenOf(id, other), tokenOf(id), tokenOf(id, other)]);
  expect(new Set(renewed).size).toBe(1);
  expect([renewed[0] === first, refreshes()]).toEqual([false, 1]);
  const refused = await Promise.all([tokenOf(id, server.context.network, renewed[0]), tokenOf(id, other, renewed[0])]);
  expect([new Set(refused).size, refreshes()]).toEqual([1, 2]);
  other.close();
});

test("a sign-in that the service ends is shown as expired, and connecting again keeps the credential", async () => {
  fake.lifetimeSeconds = 300;
  const { id } = await connect(admin, { provider: CALENDAR });
  nowMs += 4.5 * MINUTE_MS;
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

const RANGE = { startDateTime: "2026-11-30T14:00:00", endDateTime: "2026-11-30T15:00:00", timeZone: "America/New_York" };

/** By tool: wrong arguments, and the error that the model receives. */
const ACTIONS: readonly [ServiceToolType, Record<string, unknown>, string, Record<string, unknown>?][] = [
  [
    "google.calendar.event.create",
    { summary: "x", ...RANGE, endDateTime: RANGE.startDateTime },
    "endDateTime must be after startDateTime",
  ],
  [
    "google.calendar.event.create",
    { ...RANGE, startDateTime: "tomorrow" },
    "summary is missing; startDateTime must be a time in ISO 8601",
  ],
  ["google.calendar.event.create", { summary: "x", ...RANGE, timeZone: "Mars/One" }, "timeZone must be a time zone"],
  ["google.calendar.event.create", { summary: "x", ...RANGE, attendees: "Anna" }, "attendees"],
  [
    "google.calendar.event.create",
    { summary: "x", ...RANGE, calendarId: "nobody's" },
    "Google Calendar did not find it: Not Found.",
  ],
  ["google.calendar.availability.check", RANGE, "busy: Monday, 30 November 2026, 14:15 to Monday, 30 November 2026, 14:30"],
  ["google.calendar.availability.check", { ...RANGE, calendarId: "other" }, "there is no calendar 'other'"],
  ["google.sheets.row.append", { spreadsheetId: "sheet-1", values: ["=1+1", 2, null] }, "The row was added at Sheet1!A1:C1."],
  ["google.sheets.row.append", { spreadsheetId: "nothing", values: ["a"] }, "Google Sheets did not find it"],
  ["google.sheets.row.append", { spreadsheetId: "sheet-1" }, "values is missing"],
  ["slack.message.send", { channel: "#support", message: "Call <!channel> & co" }, "The message was sent to #support in Slack."],
  ["slack.message.send", { channel: "#nowhere", message: "x" }, "there is no such channel"],
  [
    "gohighlevel.calendar.availability.check",
    { calendarId: "c", ...RANGE },
    "Free times (America/New_York): Monday, 30 November 2026, 14:00",
  ],
  ["gohighlevel.contact.create", { firstName: "Ada" }, "email or phone is missing"],
  ["gohighlevel.contact.create", { firstName: "Ada", email: "ada@example.com" }, "Its contactId is contact-1."],
  ["gohighlevel.contact.create", { email: "ada@example.com" }, "There is such a contact already. Its contactId is contact-1."],
  ["gohighlevel.contact.get", { email: "ada@example.com" }, "name Ada, email ada@example.com, contactId contact-1"],
  ["gohighlevel.contact.get", { phone: "+14155550199" }, "There is no such contact."],
  [
    "gohighlevel.calendar.event.create",
    { calendarId: "c", contactId: "contact-1", startTime: RANGE.startDateTime },
    "The appointment was booked",
  ],
  ["ghl", { email: "ada@example.com" }, "The workflow was started", { workflowId: "w1" }],
  ["ghl", { email: "ada@example.com" }, "workflowId is missing"],
  ["make", { size: "large" }, 'It answered: {"order":"A-7"}', { scenarioId: 1 }],
  ["make", { size: "large" }, "Accepted", { triggerHookId: 7 }],
  ["make", {}, "metadata.scenarioId"],
];

async function act(type: ServiceToolType, args: object, metadata: Record<string, unknown> = {}, ms = 20_000) {
  const request = { action: SERVICE_ACTIONS[type], args: { ...args }, metadata };
  return runAction(server.context, admin.orgId, request, AbortSignal.timeout(ms));
}

test("each tool does at its service what it is for, and says what is wrong with its arguments", async () => {
  const calendar = { provider: "google.sheets.oauth2-authorization" };
  for (const body of [
    { provider: CALENDAR },
    calendar,
    { provider: "slack.oauth2-authorization" },
    { provider: "ghl.oauth2-authorization" },
  ])
    expect(await connect(admin, body), JSON.stringify(body)).toMatchObject({ status: 200 });
  const make = { provider: "make", teamId: "1", region: "eu1", apiKey: FAKE_API_KEY };
  const { id } = (await admin.json<Credential>("POST", "/credential", make)).body;
  fake.busy = [{ start: "2026-11-30T19:15:00Z", end: "2026-11-30T19:30:00Z" }];
  for (const [type, args, says, metadata] of ACTIONS)
    expect((await act(type, args, metadata)).result, `${type} ${JSON.stringify(args)}`).toContain(says);
  expect(fake.rows).toEqual([{ range: "A1", values: ["=1+1", 2, null] }]);
  expect(fake.seen.find(({ path }) => path.endsWith(":append"))?.query.valueInputOption).toBe("RAW");
  expect(fake.messages).toEqual([{ channel: "#support", text: "Call &lt;!channel&gt; &amp; co" }]);
  expect(fake.started).toEqual(["contact-1 w1", 'scenario 1 {"size":"large"}', '{"size":"large"}']);
  const hooks = await admin.json("GET", "/make/workflows/1/hooks");
  expect(hooks.body).toEqual({ hooks: [{ id: 7, name: "Order hook", scenarioId: 1 }] });
  expect((await admin.json("GET", "/ghl/locations")).body).toEqual({ locations: [{ id: "location-1", name: "Acme Berlin" }] });
  await admin.json("PATCH", `/credential/${id}`, { region: "evil.example/" });
  expect((await act("make", {}, { scenarioId: 1 })).result).toContain("is no zone of Make");
});

test("a refused token is renewed, and what fails is tried again only where that is soon and does no harm", async () => {
  await connect(admin, { provider: CALENDAR });
  const [check, create] = ["google.calendar.availability.check", "google.calendar.event.create"] as const;
  const event = { summary: "Twice", ...RANGE };
  const asked = () => fake.seen.filter(({ path }) => path.startsWith("/calendar/")).length;
  const tries: [string, ServiceToolType, object, FakeServices["failWith"], string, number][] = [
    ["401", check, RANGE, [{ status: 401 }], "busy", 2],
    ["401 twice", check, RANGE, [{ status: 401 }, { status: 401 }], "does not accept the connected account", 2],
    ["403", check, RANGE, [{ status: 403, body: { error: { message: "Forbidden" } } }], "does not allow this: Forbidden.", 1],
    ["429 soon", create, event, [{ status: 429, headers: { "retry-after": "1" } }], "'Twice' was created", 2],
    ["429 late", create, event, [{ status: 429, headers: { "retry-after": "90" } }], "Try again in 90 s.", 1],
    ["503 once", create, event, [{ status: 503 }], "'Twice' was created", 2],
    ["503 twice", check, RANGE, [{ status: 503 }, { status: 500 }], "does not work right now (status 500)", 2],
  ];
  for (const [name, type, args, failWith, says, requests] of tries) {
    fake.failWith = failWith;
    const before = asked();
    expect((await act(type, args)).result, name).toContain(says);
    expect(asked() - before, name).toBe(requests);
  }
  const row = { spreadsheetId: "sheet-1", values: ["a"] };
  fake.failWith = [{ status: 503 }];
  const before = fake.seen.length;
  expect((await act("google.sheets.row.append", row)).result).toContain("does not work right now (status 503)");
  expect(fake.seen.length - before).toBe(1);
  fake.failWith = [{ status: 200, afterMs: 3000 }];
  expect(await act(check, RANGE, {}, 300)).toEqual({ result: "Google Calendar did not answer in time.", failed: true });
});

test("a tool of a stored credential is tested on its page, and a visitor's own tool gets no account", async () => {
  const { body: tool } = await admin.json<Tool>("POST", "/tool", {
    type: "slack.message.send",
    name: "tell_us",
    parameters: [{ key: "channel", value: "#support" }],
  });
  expect((await admin.json<{ warnings?: unknown }>("GET", `/tool/${tool.id}`)).body.warnings).toBeUndefined();
  const caller: OrgCaller = { kind: "org", orgId: admin.orgId, role: "editor", tag: "private", userId: null, apiToken: null };
  const argumentsJson = JSON.stringify({ message: "Hello", channel: "#nowhere" });
  const tested = await testTool(server.context, caller, { id: tool.id, argumentsJson }, AbortSignal.timeout(20_000));
  expect(tested).toMatchObject({ status: null, failed: false, body: "The message was sent to #support in Slack." });
  const model = { provider: "callwright", model: "fake-tools", tools: [{ type: "slack.message.send" }] } as never;
  const options = { conversation: { type: "session", sessionId: "s" } as const };
  const ofVisitor = { model: true, appended: 0, hooks: false };
  const { runner } = await resolveTools(server.context, admin.orgId, { model }, { ...options, ofVisitor });
  expect(runner.tools[0]).toMatchObject({ action: "unavailable" });
  const { tools } = await resolveTools(
    server.context,
    admin.orgId,
    { model: { ...(model as object), toolIds: [tool.id] } as never },
    options,
  );
  expect(tools.map(({ name, action }) => [name, action])).toEqual([
    ["slack_message_send", "run"],
    ["tell_us", "run"],
  ]);
  // The fixed channel is not the model's to choose.
  expect(tools[1]?.parameters).toMatchObject({ required: ["message"] });
  expect(JSON.stringify(tools[1]?.parameters)).not.toContain("channel");
});
