import { startFakeOpenAiServer } from "@callwright/engine/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OidcServer, startOidcServer } from "../../testing/oidc-server.ts";
import { type SpawnedServer, spawnServer } from "../../testing/spawn-server.ts";

let server: SpawnedServer;
let oidc: OidcServer;
beforeAll(async () => {
  oidc = await startOidcServer();
  const { clientId, clientSecret } = oidc.client;
  server = await spawnServer({
    SIGN_UP: "open",
    ALLOW_PRIVATE_ADDRESSES: "true",
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  });
});
afterAll(async () => {
  await server.close();
  await oidc.close();
});

/** The secrets that the log must not have, by what they are. */
const secrets = new Map<string, string>();
function secret(what: string, value = `marker-${what.replaceAll(" ", "-")}-7d1f`): string {
  expect(value.length).toBeGreaterThan(7);
  secrets.set(what, value);
  return value;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  /** JSON, or text as it is. */
  body?: unknown;
}

async function send(path: string, { method = "POST", headers = {}, body }: Sent = {}) {
  const json = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(`${server.url}${path}`, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", origin: server.url, ...headers },
    ...(method === "GET" ? {} : { body: json ?? "{}" }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { status: answer.status, json: isJson && text ? JSON.parse(text) : undefined, headers: answer.headers };
}

/** The link in the mail with this subject. */
async function linkOf(subject: RegExp): Promise<string> {
  const { json } = await send("/dev/outbox", { method: "GET", headers: { accept: "application/json" } });
  const mail = (json as { subject: string; text: string }[]).find((each) => subject.test(each.subject));
  return /token=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

const email = secret("address", "marker-address-7d1f@example.com");
const password = secret("password");
let cookie: string;
const bearers = { user: "", org: "" };

test("an account's whole life, a device's and a token's", async () => {
  const auth = (path: string, body: unknown, headers = {}) => send(`/api/auth${path}`, { body, headers });
  const signedUp = await auth("/sign-up/email", { email, password, name: "Ada" });
  expect(signedUp.status).toBe(200);
  secret("verification", await linkOf(/^Confirm your address/));
  expect((await auth("/sign-in/email", { email, password: secret("wrong password") })).status).toBe(401);
  const signedIn = await auth("/sign-in/email", { email, password });
  cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  for (const each of cookie.split("; ")) secret(`cookie ${each.split("=")[0]}`, each.slice(each.indexOf("=") + 1));
  secret("session", signedIn.json.token);

  expect((await auth("/request-password-reset", { email })).status).toBe(200);
  const reset = secret("reset", await linkOf(/^Choose a new password/));
  await send(`/api/auth/reset-password/${reset}?callbackURL=%2F`, { method: "GET" });
  const changes = { currentPassword: password, newPassword: secret("new password") };
  expect((await auth("/change-password", changes, { cookie })).status).toBe(200);
  expect((await auth("/reset-password", { token: reset, newPassword: password })).status).toBe(200);
  cookie = (await auth("/sign-in/email", { email, password })).headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");

  const code = (await auth("/device/code", { client_id: "callwright-cli" })).json;
  secret("device code", code.device_code);
  secret("user code", code.user_code);
  expect(
    (
      await auth("/device/token", {
        client_id: "callwright-cli",
        device_code: code.device_code,
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      })
    ).status,
  ).toBe(400);
  await send(`/api/auth/device?user_code=${code.user_code}`, { method: "GET", headers: { cookie } });
  expect((await auth("/device/approve", { userCode: code.user_code }, { cookie })).status).toBe(200);

  bearers.user = secret("user token", (await send("/api/auth/token", { method: "GET", headers: { cookie } })).json.token);
  const asUser = { method: "GET", headers: { authorization: `Bearer ${bearers.user}` } };
  const [org] = (await send("/org", asUser)).json;
  bearers.org = secret("organization token", (await send(`/org/${org.id}/auth`, asUser)).json.token);
});

const asMember = (body?: unknown, method = "POST"): Sent => ({
  method,
  body,
  headers: { authorization: `Bearer ${bearers.org}` },
});

test("keys, prompts and what is said", async () => {
  secret("API token", (await send("/token", asMember({ tag: "private" }))).json.value);
  expect((await send("/credential", asMember({ provider: "openai", apiKey: secret("key") }))).status).toBe(201);
  const model = await startFakeOpenAiServer();
  const custom = (url: string) => ({
    provider: "custom-llm",
    model: "m",
    url,
    headers: { "x-key": secret("header") },
    messages: [{ role: "system", content: secret("prompt") }],
  });
  model.reply({ kind: "words", words: [secret("answer")] });
  const chat = (url: string) => send("/chat", asMember({ assistant: { model: custom(url) }, input: secret("message") }));
  expect((await chat(model.url)).status).toBeLessThan(300);
  model.reply({ kind: "error", status: 400, message: secret("complaint") });
  await chat(model.url);
  await chat("http://127.0.0.1:9/v1");
  await model.close();
});

test("signing in with another service, by its page and by an id token, also when it fails", async () => {
  oidc.person = { sub: "marker", email: secret("address there", "marker-there-7d1f@example.com"), email_verified: true };
  const body = { provider: "oidc", callbackURL: "/assistants" };
  for (const isTakenAway of [false, true]) {
    const start = await send("/api/auth/sign-in/social", { body });
    const there = await fetch(start.json.url, { redirect: "manual" });
    const back = new URL(there.headers.get("location") ?? "");
    // A code that was used, or is another's, is refused at the token endpoint.
    if (isTakenAway) back.searchParams.set("code", secret("forged code"));
    const cookies = start.headers.getSetCookie().map((each) => each.split(";")[0]);
    const landed = await send(back.pathname + back.search, { method: "GET", headers: { cookie: cookies.join("; ") } });
    expect(landed.headers.get("location")).toContain(isTakenAway ? "error=invalid_code" : "/assistants");
    secret(`state ${isTakenAway}`, back.searchParams.get("state") ?? "");
  }
  const idToken = { token: secret("id token", await oidc.idToken("oidc")) };
  expect((await send("/api/auth/sign-in/social", { body: { ...body, idToken } })).status).toBe(200);
  const forged = { token: secret("forged id token", `${idToken.token}x`) };
  expect((await send("/api/auth/sign-in/social", { body: { ...body, idToken: forged } })).status).toBe(401);
  for (const [n, value] of oidc.secrets.entries()) secret(`of the other service ${n}`, value);
});

test("requests that fail, of each kind", async () => {
  const hidden = secret("in a failing request");
  const failing: [number, string, Sent][] = [
    [400, "/assistant", asMember(`{"name": "${hidden}`)],
    [400, "/assistant", asMember({ name: hidden.repeat(9), nonsense: hidden })],
    [401, "/assistant", { body: {}, headers: { authorization: `Bearer ${hidden}` } }],
    [401, "/assistant", { body: {}, headers: { authorization: `Bearer cw_private_${secret("wrong token", "m".repeat(43))}` } }],
    [403, "/api/auth/sign-in/email", { body: { email, password: hidden }, headers: { origin: `https://${hidden}.example` } }],
    [405, `/assistant?secret=${hidden}`, { method: "PUT", body: hidden }],
    [413, "/api/auth/sign-up/email", { body: { email, password: hidden.repeat(100_000) } }],
    [415, "/api/auth/sign-in/email", { body: hidden, headers: { "content-type": "text/plain" } }],
    [422, "/api/auth/sign-up/email", { body: { email, password: hidden, name: hidden } }],
  ];
  for (const [status, path, sent] of failing) expect([path, (await send(path, sent)).status]).toEqual([path, status]);
  const statuses = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await send("/api/auth/sign-in/email", { body: { email: `x${email}`, password: hidden } })).status);
  expect(statuses.at(-1)).toBe(429);
});

test("what fails unexpectedly, with all the database was told", async () => {
  const database = new pg.Client(server.databaseUrl);
  await database.connect();
  await database.query(`alter table auth."user" add constraint test_refusal check (name not like '%marker%') not valid`);
  await database.query("alter table credential add constraint test_refusal check (false) not valid");
  await database.query("alter table assistant add constraint test_refusal check (false) not valid");
  await database.end();
  const hidden = secret("in what fails unexpectedly");
  const person = { email: `y${email}`, password: hidden, name: hidden };
  const failed = [
    await send("/api/auth/sign-up/email", { body: person }),
    await send("/api/auth/update-user", { body: { name: hidden }, headers: { cookie } }),
    await send("/credential", asMember({ provider: "openai", apiKey: hidden })),
    await send("/assistant", asMember({ name: hidden })),
  ];
  expect(failed.map(({ status }) => status)).toEqual([expect.any(Number), expect.any(Number), 500, 500]);
  for (const { status, json } of failed) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(json)).not.toContain(hidden);
  }

  await expect.poll(server.said).toContain(failed.at(-1)?.headers.get("x-request-id"));
  const said = server.said();
  expect(said).toContain("test_refusal");
  expect(said).toContain('"path":"/api/auth/sign-up/email"');
  expect(secrets.size).toBeGreaterThan(20);
  expect([...secrets].filter(([, value]) => said.includes(value) || said.includes(encodeURIComponent(value)))).toEqual([]);
});
