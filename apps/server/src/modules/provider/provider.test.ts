import { randomUUID } from "node:crypto";
import { type ErrorBody, platformRoutes, providerRoutes, type Route } from "@callwright/contract";
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

test("no path that begins with a provider's name stands before another", () => {
  const pattern = ({ path }: Route) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  const wild = Object.values<Route>(providerRoutes).filter(({ path }) => path.startsWith("/{"));
  expect(wild.length).toBeGreaterThan(0);
  const own = new Set(Object.keys(providerRoutes));
  const shadowed = Object.entries<Route>(platformRoutes)
    .filter(([name]) => !own.has(name))
    .flatMap(([name, route]) => {
      const path = route.path.replace(/\{\w+\}/g, randomUUID());
      return wild.filter((each) => each.method === route.method && pattern(each).test(path)).map((each) => [name, each.path]);
    });
  expect(shadowed).toEqual([]);
});

const ASKED = [
  ["GET", "/ghl/workflows/w1/hooks", undefined],
  ["GET", "/make/locations", undefined],
  ["GET", "/hume/voices/search?name=a", undefined],
  ["GET", "/hume/voice/search?name=a", undefined],
  ["POST", "/cartesia/voices/add", { ownerId: "o", voiceId: "v", name: "n" }],
  ["POST", "/cartesia/voice/add", { ownerId: "o", voiceId: "v", name: "n" }],
] as const;

test("what happens at a provider is refused with what to do instead; no key is asked for that would not help", async () => {
  for (const [method, path, body] of ASKED)
    expect(await client.json<ErrorBody>(method, path, body)).toMatchObject({ status: 501, body: { code: "not-available" } });
});

test("what is not there is absent", async () => {
  const path = `/provider/cartesia/pronunciation-dictionary/${randomUUID()}`;
  for (const method of ["GET", "PATCH", "DELETE"])
    expect((await client.json(method, path, method === "PATCH" ? {} : undefined)).status).toBe(404);
  expect((await client.json("GET", "/nobody/workflows")).status).toBe(404);
});
