import type { Org } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

const setFlags = (featureFlags: unknown) => owner.json<Org>("PATCH", `/org/${owner.orgId}`, { featureFlags });

const flag = async (key: string) =>
  (await owner.json("GET", `/org/feature-flag?key=${encodeURIComponent(key)}&orgId=${owner.orgId}`)).body;

test("a flag is what was set last, and false when nobody set it", async () => {
  expect(await flag("beta")).toBe(false);
  expect((await setFlags({ beta: true, "new editor": false })).body.featureFlags).toEqual({ beta: true, "new editor": false });
  expect([await flag("beta"), await flag("new editor"), await flag("other")]).toEqual([true, false, false]);
  await setFlags({ other: true });
  expect([await flag("beta"), await flag("other")]).toEqual([false, true]);
  expect((await setFlags(null)).body).not.toHaveProperty("featureFlags");
  expect(await flag("other")).toBe(false);
});

test.each(["constructor", "toString", "__proto__"])("%s is a name like any other", async (key) => {
  await setFlags({});
  expect(await flag(key)).toBe(false);
});

test("a hundred can be set, each true or false", async () => {
  const flags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`flag-${index}`, true]));
  expect((await setFlags(flags(100))).status).toBe(200);
  expect((await setFlags(flags(101))).status).toBe(400);
  expect((await setFlags({ beta: "yes" })).status).toBe(400);
});
