import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

test.each(["/assistant/", "//assistant", "//assistant//"])("%s is /assistant", async (path) => {
  expect(await client.json("GET", path)).toMatchObject({ status: 200, body: expect.any(Array) });
});

test.each([
  ["PUT", "/squad/7d0e3f0a-0000-4000-8000-000000000000", "DELETE, GET, PATCH"],
  ["POST", "/assistant/7d0e3f0a-0000-4000-8000-000000000000", "DELETE, GET, PATCH, PUT"],
  ["DELETE", "/analytics", "POST"],
])("%s %s is refused with what the path takes", async (method, path, allowed) => {
  const response = await client.fetch(path, { method });
  expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
  expect(await response.json()).toMatchObject({
    code: "method-not-allowed",
    message: `${method} is not a method of this path. It takes ${allowed}.`,
  });
});

test("a path of nothing is not found, whatever the method", async () => {
  for (const path of ["/assistant/x/y/z", "/squad/a/b"])
    expect(await client.json("PUT", path)).toMatchObject({ status: 404, body: { code: "not-found" } });
});
