import { randomUUID } from "node:crypto";
import { type ErrorBody, TEST_SUITE_MAX_TESTS } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { scenario, simulationSuite } from "./tables.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const TEST = { type: "chat", script: "Ask for the opening hours.", scorers: [{ type: "ai", rubric: "Names the hours." }] };

async function create(path: string, body: object): Promise<string> {
  const { status, body: created } = await client.json<{ id: string }>("POST", path, body);
  expect(status).toBe(201);
  return created.id;
}

test("a test belongs to its suite, and to no other", async () => {
  const [suite, other] = [await create("/test-suite", {}), await create("/test-suite", {})];
  const id = await create(`/test-suite/${suite}/test`, TEST);
  expect((await client.json("GET", `/test-suite/${suite}/test/${id}`)).body).toMatchObject({ ...TEST, id, testSuiteId: suite });
  expect((await client.json("PATCH", `/test-suite/${suite}/test/${id}`, { numAttempts: 3 })).body).toMatchObject({
    ...TEST,
    numAttempts: 3,
  });
  for (const method of ["GET", "PATCH", "DELETE"])
    expect((await client.json(method, `/test-suite/${other}/test/${id}`, method === "PATCH" ? {} : undefined)).status).toBe(404);
  expect((await client.json("GET", `/test-suite/${other}/test`)).body).toMatchObject({
    results: [],
    metadata: { totalItems: 0 },
  });
  expect((await client.json("GET", `/test-suite/${suite}/test`)).body).toMatchObject({ results: [{ id }] });
});

test("with its suite a test is out of reach, and comes back with it; purged, it goes with it", async () => {
  const suite = await create("/test-suite", {});
  const id = await create(`/test-suite/${suite}/test`, TEST);
  await client.json("DELETE", `/test-suite/${suite}`);
  expect((await client.json("GET", `/test-suite/${suite}/test/${id}`)).status).toBe(404);
  await client.json("POST", `/test-suite/${suite}/restore`);
  expect((await client.json("GET", `/test-suite/${suite}/test/${id}`)).status).toBe(200);
  const { db } = server.context;
  await db.delete(simulationSuite).where(eq(simulationSuite.id, suite));
  expect(await db.select().from(scenario).where(eq(scenario.id, id))).toEqual([]);
});

test("two tests at once do not both take the last place", async () => {
  const suite = await create("/test-suite", {});
  for (let count = 1; count < TEST_SUITE_MAX_TESTS; count++) await create(`/test-suite/${suite}/test`, TEST);
  const path = `/test-suite/${suite}/test`;
  const answers = await Promise.all([client.json<ErrorBody>("POST", path, TEST), client.json<ErrorBody>("POST", path, TEST)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("test-suite-full");
});

test("a suite without tests cannot be run, and says so; no run is left behind", async () => {
  const suite = await create("/test-suite", {});
  const { status, body } = await client.json<ErrorBody>("POST", `/test-suite/${suite}/run`, {});
  expect({ status, code: body.code }).toEqual({ status: 400, code: "validation-failed" });
  expect((await client.json("GET", `/test-suite/${suite}/run`)).body).toMatchObject({ results: [] });
});

test("what a suite names must exist", async () => {
  const { status, body } = await client.json<ErrorBody>("POST", "/test-suite", { targetPlan: { assistantId: randomUUID() } });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "reference-missing" });
  expect(body.message).toMatch(/^targetPlan\.assistantId: this organization has no such assistant/);
});
