import type { ErrorBody } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let guarded: TestServer;
let open: TestServer;
let outside: TestClient;
let inside: TestClient;
beforeAll(async () => {
  [guarded, open] = await Promise.all([startTestServer(), startTestServer({ config: { allowPrivateAddresses: true } })]);
  [outside, inside] = await Promise.all([guarded.signUp(), open.signUp()]);
});
afterAll(() => Promise.all([guarded.close(), open.close()]));

const ALLOW = "unless this server is started with ALLOW_PRIVATE_ADDRESSES=true";
const UNENCRYPTED = `must be an https or wss URL, ${ALLOW}`;
const LOCAL = `must not be an address of this server's own network, ${ALLOW}`;

test.each([
  ["http://192.168.1.5:8080/hook", UNENCRYPTED],
  ["http://hooks.example/", UNENCRYPTED],
  ["https://192.168.1.5/hook", LOCAL],
  ["https://localhost:8443/hook", LOCAL],
  ["https://[::1]/hook", LOCAL],
  ["https://lºcalhost/hook", LOCAL],
])("a server at %s is taken only where private addresses are allowed", async (url, problem) => {
  const server = { url };
  const bodies = {
    "/assistant": [{ name: "A", server }, "server.url"],
    "/tool": [{ type: "function", server }, "server.url"],
    "/squad": [{ name: "S", members: [{ assistant: { server } }] }, "members.0.assistant.server.url"],
  } as const;
  for (const [path, [body, field]] of Object.entries(bodies)) {
    const refused = await outside.json<ErrorBody>("POST", path, body);
    expect([path, refused.status, refused.body.message]).toEqual([path, 400, [`${field} ${problem}`]]);
    expect([path, (await inside.json("POST", path, body)).status]).toEqual([path, 201]);
  }
  expect((await inside.json("PATCH", `/org/${inside.orgId}`, { server })).status).toBe(200);
  expect((await outside.json("PATCH", `/org/${outside.orgId}`, { server })).status).toBe(400);
});
