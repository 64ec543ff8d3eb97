import type { TestRun } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { type PlatformUser, signIn, signUp } from "../harness/platform.ts";
import { scratchPath } from "../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** kill -9 of the server in the middle of a test run: the next start continues, and each attempt has one result. */

const ACCOUNT = { name: "Kill", email: "kill@example.com", password: "a long enough password" };
const [TESTS, ATTEMPTS] = [15, 10];
/** A job of a killed server runs again 30 to 90 s later: pg-boss looks every minute for jobs without a heartbeat. Then 150 attempts follow. */
const COMPLETED_WITHIN_MS = 300_000;
const dataDir = scratchPath("kill-run-data");
const model = {
  provider: "callwright",
  model: "builtin",
  messages: [{ role: "system", content: "We are open from nine to five." }],
};

let server: ServerProcess;
let user: PlatformUser;
beforeAll(async () => {
  server = await startServerProcess({ dataDir, database: "embedded", env: { LOG_LEVEL: "warn" } });
  user = await signUp(server.url, ACCOUNT);
});
afterAll(() => server?.stop());

async function create(path: string, body: object): Promise<string> {
  const { status, body: created } = await user.send<{ id: string }>("POST", path, body);
  expect(status).toBe(201);
  return created.id;
}

test("a run goes on after kill -9, and loses and doubles nothing", async () => {
  const assistantId = await create("/assistant", { name: "Shop", model });
  const suite = await create("/test-suite", { targetPlan: { assistantId } });
  const scorers = [{ type: "ai", rubric: "Hours", check: { type: "said", text: "nine to five" } }];
  for (let index = 0; index < TESTS; index++) {
    const steps = Array.from({ length: 4 }, () => ({ say: "When are you open?" }));
    await create(`/test-suite/${suite}/test`, { type: "chat", script: "", steps, scorers, numAttempts: ATTEMPTS });
  }
  const run = await create(`/test-suite/${suite}/run`, {});
  const get = async () => (await user.send<TestRun>("GET", `/test-suite/${suite}/run/${run}`)).body;
  const passedBefore = await eventually("some attempts to have results", async () => (await get()).progress?.passed || undefined);
  expect(passedBefore).toBeLessThan(TESTS * ATTEMPTS);
  const before = (await get()).testResults;
  await server.kill();
  server = await startServerProcess({ dataDir, database: "embedded", env: { LOG_LEVEL: "warn" } });
  user = await signIn(server.url, ACCOUNT);
  await eventually("the run to be completed", async () => (await get()).status === "completed" || undefined, COMPLETED_WITHIN_MS);
  const { progress, testResults } = await get();
  expect(progress).toEqual({ total: TESTS * ATTEMPTS, passed: TESTS * ATTEMPTS, failed: 0 });
  expect(testResults.map(({ attempts }) => attempts.length)).toEqual(Array.from({ length: TESTS }, () => ATTEMPTS));
  // Stored results are kept.
  const kept = before.flatMap(({ attempts }) => attempts.map(({ turns }) => JSON.stringify(turns)));
  const after = new Set(testResults.flatMap(({ attempts }) => attempts.map(({ turns }) => JSON.stringify(turns))));
  expect(kept.every((each) => after.has(each))).toBe(true);
});
