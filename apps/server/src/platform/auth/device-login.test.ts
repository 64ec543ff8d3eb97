import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthClient, authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { deviceCode } from "./tables.ts";

let server: TestServer;
let browser: AuthClient;
const device = () => authClient(server.url);
beforeAll(async () => {
  server = await startTestServer({ config: { deviceClients: ["till"] } });
  browser = authClient(server.url);
  await browser.post("/sign-up/email", person);
});
afterAll(() => server.close());

const client_id = "callwright-cli";
const ask = async () => (await device().post("/device/code", { client_id })).body;
const poll = ({ device_code }: { device_code: string }, client = client_id) =>
  device().post("/device/token", { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code, client_id: client });
/** Moves the last poll back, as if the interval had passed. */
const wait = () => server.context.db.update(deviceCode).set({ lastPolledAt: null });
const approve = async (user_code: string, how = "approve") => {
  await browser.get(`/device?user_code=${user_code}`);
  return browser.post(`/device/${how}`, { userCode: user_code });
};

test("a code leads to the page where it is approved, lives 15 minutes and is asked about every 5 s", async () => {
  const code = await ask();
  expect(code).toMatchObject({
    verification_uri: `${server.url}/device`,
    verification_uri_complete: `${server.url}/device?user_code=${code.user_code}`,
    expires_in: 900,
    interval: 5,
  });
});

test("an approved device has a session of the person, which opens what a cookie opens", async () => {
  const code = await ask();
  expect((await poll(code)).body.error).toBe("authorization_pending");
  expect((await poll(code)).body.error).toBe("slow_down");
  expect((await browser.get(`/device?user_code=${code.user_code}`)).body).toMatchObject({ status: "pending", client_id });
  expect((await browser.post("/device/approve", { userCode: code.user_code })).status).toBe(200);
  await wait();
  const { status, body } = await poll(code);
  expect([status, body.token_type]).toEqual([200, "Bearer"]);

  const bearer = authClient(server.url, { headers: { authorization: `Bearer ${body.access_token}` } });
  expect((await bearer.get("/get-session")).body.user.email).toBe(person.email);
  const { token } = (await bearer.get("/token")).body;
  expect((await fetch(`${server.url}/org`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  expect((await poll(code)).body.error).toBe("invalid_grant");
});

test("a client that the server's configuration names may ask, too", async () => {
  const { body } = await device().post("/device/code", { client_id: "till" });
  expect((await browser.get(`/device?user_code=${body.user_code}`)).body).toMatchObject({ client_id: "till" });
  await approve(body.user_code);
  expect((await poll(body, "till")).body).toMatchObject({ token_type: "Bearer" });
});

test("a denied device hears so", async () => {
  const code = await ask();
  expect((await approve(code.user_code, "deny")).status).toBe(200);
  expect((await poll(code)).body.error).toBe("access_denied");
});

test("a code that has expired opens nothing", async () => {
  const code = await ask();
  await server.context.db.update(deviceCode).set({ expiresAt: new Date(0) });
  expect((await approve(code.user_code)).body.error).toBe("expired_token");
  expect((await poll(code)).body.error).toBe("expired_token");
});

test("what is no code, no client of ours, or another's is refused", async () => {
  const code = await ask();
  expect((await poll({ device_code: "x" })).body.error).toBe("invalid_grant");
  expect((await poll(code, "another")).body.error).toBe("invalid_client");
  expect((await device().post("/device/code", { client_id: "another" })).body.error).toBe("invalid_client");
  expect((await device().post("/device/code", { client_id, user_id: "somebody" })).body.error).toBe("invalid_request");
  expect((await device().post("/device/approve", { userCode: code.user_code })).status).toBe(401);
});

test("what one person looks at nobody else approves", async () => {
  const code = await ask();
  await browser.get(`/device?user_code=${code.user_code}`);
  const stranger = authClient(server.url);
  await stranger.post("/sign-up/email", { ...person, email: "eve@example.com" });
  expect((await stranger.post("/device/approve", { userCode: code.user_code })).status).toBe(403);
});
