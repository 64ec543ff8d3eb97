import type { Assistant, TestRun, TestSuite } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { dueNight, startNightlyRuns } from "./nightly.ts";

describe("a night", () => {
  const berlin = { at: "02:30", timezone: "Europe/Berlin" };
  const long = new Date("2026-01-01T00:00:00Z");
  const due = (nightly: { at: string; timezone?: string }, now: string, changed = long) =>
    dueNight(nightly, changed, new Date(now));

  test("is due from its time on, by the clock of its zone, for six hours", () => {
    expect(due({ at: "02:00" }, "2026-06-10T01:59:59Z")).toBeUndefined();
    expect(due({ at: "02:00" }, "2026-06-10T02:00:00Z")).toBe("2026-06-10");
    expect(due(berlin, "2026-06-10T00:29:00Z")).toBeUndefined();
    expect(due(berlin, "2026-06-10T00:30:00Z")).toBe("2026-06-10");
    expect(due(berlin, "2026-06-10T06:30:00Z")).toBe("2026-06-10");
    expect(due(berlin, "2026-06-10T06:31:00Z")).toBeUndefined();
    // Before midnight, the night is that of its evening.
    expect(due({ at: "23:00" }, "2026-06-11T01:00:00Z")).toBe("2026-06-10");
  });

  test("is due after a time that the clocks skip, and once when they repeat it", () => {
    expect(due(berlin, "2026-03-29T00:59:00Z")).toBeUndefined();
    expect(due(berlin, "2026-03-29T01:00:00Z")).toBe("2026-03-29");
    expect(due(berlin, "2026-10-25T00:30:00Z")).toBe("2026-10-25");
    expect(due(berlin, "2026-10-25T01:30:00Z")).toBe("2026-10-25");
  });

  test("is not made up for when the suite was changed after its time", () => {
    expect(due({ at: "02:00" }, "2026-06-10T05:00:00Z", new Date("2026-06-10T04:00:00Z"))).toBeUndefined();
    expect(due({ at: "02:00" }, "2026-06-10T05:00:00Z", new Date("2026-06-10T01:59:00Z"))).toBe("2026-06-10");
  });
});

describe("of a suite", () => {
  const start = new Date("2026-06-09T12:00:00Z");
  let server: TestServer;
  let client: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ now: () => start });
    client = await server.signUp();
  });
  afterAll(() => server.close());

  /** Runs are only added: another test makes runs. */
  const queue: RunQueue = { add: async () => {}, wake: () => {} };
  /** A node looks at this time. */
  const look = (time: string) => startNightlyRuns({ ...server.context, now: () => new Date(time) }, queue);

  async function suiteOf(tests: number): Promise<string> {
    const assistant = (await client.json<Assistant>("POST", "/assistant", { name: "Bistro" })).body;
    const body = { targetPlan: { assistantId: assistant.id }, nightly: { at: "02:00", timezone: "UTC" } };
    const { id } = (await client.json<TestSuite>("POST", "/test-suite", body)).body;
    const each = { type: "chat", script: "Hi", scorers: [] };
    for (let made = 0; made < tests; made++) await client.json("POST", `/test-suite/${id}/test`, each);
    return id;
  }
  const runsOf = async (id: string) => (await client.json<{ results: TestRun[] }>("GET", `/test-suite/${id}/run`)).body.results;
  const suite = async (id: string) => (await client.json<TestSuite>("GET", `/test-suite/${id}`)).body;

  test("one run starts, however many nodes look and however often, and one more in the next night", async () => {
    const id = await suiteOf(1);
    await look("2026-06-09T12:00:00Z");
    expect(await runsOf(id)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => look("2026-06-10T02:00:10Z")));
    await look("2026-06-10T02:01:10Z");
    expect(await runsOf(id)).toMatchObject([{ name: "Nightly", testSuiteId: id, assistantVersion: 1 }]);
    await look("2026-06-11T02:00:10Z");
    expect(await runsOf(id)).toHaveLength(2);
  });

  test("a run that cannot start is tried once, and the suite says why until one starts", async () => {
    const id = await suiteOf(0);
    await look("2026-06-10T02:00:10Z");
    const { updatedAt, nightlyFailure } = await suite(id);
    expect([updatedAt, nightlyFailure]).toEqual([
      start.toISOString(),
      { day: "2026-06-10", reason: expect.stringContaining("must name a suite with a test") },
    ]);
    await client.json("POST", `/test-suite/${id}/test`, { type: "chat", script: "Hi", scorers: [] });
    await look("2026-06-10T02:02:10Z");
    expect(await runsOf(id)).toEqual([]);
    await look("2026-06-11T02:00:10Z");
    expect(await runsOf(id)).toHaveLength(1);
    expect(await suite(id)).not.toHaveProperty("nightlyFailure");
  });

  test("a time or a zone that is none is refused", async () => {
    const refused = async (nightly: object) =>
      (await client.json<{ message: string[] }>("POST", "/test-suite", { nightly })).body.message;
    expect(await refused({ at: "25:00" })).toEqual([expect.stringContaining("nightly.at")]);
    expect(await refused({ at: "02:00", timezone: "Mars" })).toEqual([expect.stringContaining("nightly.timezone")]);
  });
});
