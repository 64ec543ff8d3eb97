import { randomUUID } from "node:crypto";
import type {
  Assistant,
  AssistantVersion,
  AuditEvent,
  ErrorBody,
  PublishGateState,
  TestRun,
  TestSuite,
  Warning,
} from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { member } from "../../../platform/auth/tables.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { CallService } from "../../call/runtime/call-service.ts";
import { NO_SERVER_MESSAGES } from "../../webhook/server-messages.ts";
import { carryOutRun } from "../run-service.ts";
import { simulationItem } from "../tables.ts";

/** Suites that must pass before a version goes live. */

let server: TestServer;
let client: TestClient;
let models: FakeOpenAiServer;
beforeAll(async () => {
  models = await startFakeOpenAiServer();
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await models.close();
});

const promptOf = (content: string) => ({
  provider: "callwright" as const,
  model: "builtin" as const,
  messages: [{ role: "system" as const, content }],
});
const OPEN = promptOf("We are open from nine to five.");
const WRONG = promptOf("We are open from noon to six.");
const SAYS_HOURS = {
  type: "ai",
  rubric: "Says the hours.",
  check: { type: "said", text: "nine to five" },
};
const ASKS_HOURS = { name: "Hours", steps: [{ say: "When are you open?" }], scorers: [SAYS_HOURS] };
/** Passes when the model answers at all. */
const SAYS_HI = { name: "Hi", steps: [{ say: "Hi" }], scorers: [] };

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity;
}

interface Gated {
  id: string;
  suite: string;
  path: string;
}

/** An assistant whose version 1 passes, with a suite that gates it. */
async function gated(mode: "publish" | "all", { config = {}, tests = [ASKS_HOURS], gate = {} } = {}): Promise<Gated> {
  const { id } = await created<Assistant>("/assistant", { name: "Bistro", model: OPEN, ...config });
  const suite = await suiteOf(id, tests);
  const path = `/assistant/${id}`;
  const body = { suiteIds: [suite], mode, ...gate };
  expect(await client.json("PUT", `${path}/publish-gate`, body)).toMatchObject({ status: 200, body: { publishGate: body } });
  return { id, suite, path };
}

async function suiteOf(assistantId: string, tests: readonly object[]): Promise<string> {
  const { id } = await created("/test-suite", { name: "Front desk", targetPlan: { assistantId } });
  for (const each of tests) await created(`/test-suite/${id}/test`, { type: "chat", script: "", scorers: [], ...each });
  return id;
}

const live = async ({ path }: Gated) => (await client.json<Assistant>("GET", path)).body;
const gateOf = async ({ path }: Gated) => (await client.json<PublishGateState>("GET", `${path}/publish-gate`)).body;
const versions = async ({ path }: Gated) =>
  (await client.json<{ results: AssistantVersion[] }>("GET", `${path}/version`)).body.results;
const statuses = async (of: Gated) => (await versions(of)).map(({ version, status }) => `${version} ${status}`);
const runsOf = async ({ suite }: Gated) =>
  (await client.json<{ results: TestRun[] }>("GET", `/test-suite/${suite}/run`)).body.results;
const patch = ({ path }: Gated, body: object) => client.json<Assistant & { warnings?: Warning[] }>("PATCH", path, body);
const publish = ({ path }: Gated, body: object = {}) => client.json<Assistant & ErrorBody>("POST", `${path}/publish`, body);

async function saveDraft({ path }: Gated, config: object): Promise<void> {
  const { revision } = (await client.json<{ revision: number }>("GET", `${path}/draft`)).body;
  expect((await client.json("PUT", `${path}/draft`, { revision, config })).status).toBe(200);
}

async function runEnds({ suite }: Gated, body: object): Promise<TestRun> {
  const { id } = await created(`/test-suite/${suite}/run`, body);
  const get = async () => (await client.json<TestRun>("GET", `/test-suite/${suite}/run/${id}`)).body;
  await expect.poll(async () => (await get()).status, { timeout: 30_000 }).toMatch(/completed|failed/);
  return get();
}

/** From now on, the model never ends its answer. Resolves when it was asked. */
function hang(): { asked: () => Promise<void> } {
  const before = models.requests.length;
  models.reply({ kind: "hang-after", words: [] });
  return { asked: () => expect.poll(() => models.requests.length, { timeout: 15_000 }).toBeGreaterThan(before) };
}
const answer = () => models.reply({ kind: "words", words: ["Hello."] });
const ofModel = (model: string) => ({ model: { provider: "custom-llm", model, url: models.url } });

const settled = (of: Gated) => expect.poll(async () => (await gateOf(of)).candidate, { timeout: 30_000 }).toBeNull();

test("Publish waits for a whole run of the suite with the draft, as draft and suite are now", async () => {
  const of = await gated("publish");
  const draft = { name: "Bistro", model: OPEN, firstMessage: "Hello" };
  await saveDraft(of, draft);
  const refused = await publish(of);
  expect([refused.status, refused.body.code]).toEqual([409, "publish-gated"]);
  expect(refused.body.message).toMatch(/Front desk \(not run\).*POST \/eval\/simulation\/run.*gateReason/);
  expect(await live(of)).toMatchObject({ latestVersion: "v1" });

  // A part of the suite proves nothing, and neither does another configuration.
  const second = await created(`/test-suite/${of.suite}/test`, { type: "chat", script: "", ...SAYS_HI });
  await runEnds(of, { assistant: draft, testIds: [second.id] });
  await runEnds(of, { assistant: { ...draft, firstMessage: "Bye" } });
  expect((await publish(of)).body.code).toBe("publish-gated");

  expect(await runEnds(of, { assistant: draft })).toMatchObject({ progress: { total: 2, passed: 2 } });
  expect(await gateOf(of)).toMatchObject({ isFree: false, checks: [{ status: "passed", passed: 2, total: 2, needed: 2 }] });

  // The suite changes: what it said before does not count.
  await client.json("PATCH", `/test-suite/${of.suite}/test/${second.id}`, { name: "Greets" });
  expect((await gateOf(of)).checks).toMatchObject([{ status: "missing" }]);
  expect((await publish(of)).body.code).toBe("publish-gated");
  await runEnds(of, { assistant: draft });
  expect(await publish(of)).toMatchObject({ status: 200, body: { latestVersion: "v2", firstMessage: "Hello" } });
  expect(await statuses(of)).toEqual(["v2 live", "v1 old"]);
});

test("a failed suite keeps the draft, and a reason publishes it, which the audit log keeps", async () => {
  const of = await gated("publish");
  const draft = { name: "Bistro", model: WRONG };
  await saveDraft(of, draft);
  await runEnds(of, { assistant: draft });
  expect((await publish(of)).body).toMatchObject({
    code: "publish-gated",
    message: expect.stringContaining("Front desk (failed)"),
  });
  expect((await publish(of, { gateReason: " " })).status).toBe(400);
  const gateReason = "The kitchen changed its hours today.";
  expect(await publish(of, { gateReason })).toMatchObject({ status: 200, body: { latestVersion: "v2", model: WRONG } });
  const [event] = (await client.json<AuditEvent[]>("GET", `/org/${client.orgId}/audit`)).body;
  expect(event).toMatchObject({ action: "publishAssistantDraft", targetId: of.id, targetName: "Bistro", reason: gateReason });
  // The API publishes at once: the gate says `publish`.
  expect(await patch(of, { firstMessage: "Hi" })).toMatchObject({ status: 200, body: { latestVersion: "v3" } });
});

test("with `all`, PATCH stores a candidate, which nobody meets until its suites pass", async () => {
  const of = await gated("all", { config: ofModel("slow"), tests: [SAYS_HI] });
  const { asked } = hang();
  const { status, body } = await patch(of, { firstMessage: "Hello" });
  const [run] = await runsOf(of);
  expect(status).toBe(200);
  expect(body).toMatchObject({ latestVersion: "v1", name: "Bistro" });
  expect(body).not.toHaveProperty("firstMessage");
  expect(body.warnings).toEqual([
    {
      field: "publishGate",
      message: `Version v2 is a candidate: it goes live when its suites pass. Until then, v1 is live. See GET /test-suite/${of.suite}/run/${run?.id}.`,
    },
  ]);
  expect(run).toMatchObject({ name: "Candidate v2", assistantVersion: 2 });
  expect(run).not.toHaveProperty("gate");
  expect(await statuses(of)).toEqual(["v2 candidate", "v1 live"]);
  expect((await gateOf(of)).candidate).toMatchObject({ version: "v2", checks: [{ status: "running", runId: run?.id }] });
  // The same change again waits for the same run.
  expect((await patch(of, { firstMessage: "Hello" })).body.warnings).toEqual(body.warnings);
  expect(await runsOf(of)).toHaveLength(1);

  // As after a restart: this node gives the run up, and another one makes it.
  await asked();
  answer();
  const context = { ...server.context, calls: new CallService(server.context), messages: NO_SERVER_MESSAGES };
  await carryOutRun(context, { orgId: client.orgId, id: run?.id ?? "" }, new AbortController().signal);
  expect(await live(of)).toMatchObject({ latestVersion: "v2", firstMessage: "Hello" });
  expect(await statuses(of)).toEqual(["v2 live", "v1 old"]);
  expect((await versions(of))[0]).toMatchObject({ gateRuns: [{ testSuiteId: of.suite, runId: run?.id }] });
});

test("a candidate that fails stays as a version, is never live, and the next one follows on what is live", async () => {
  const of = await gated("all");
  await patch(of, { model: WRONG });
  await settled(of);
  expect(await live(of)).toMatchObject({ latestVersion: "v1", model: OPEN });
  expect(await statuses(of)).toEqual(["v2 rejected", "v1 live"]);
  expect((await versions(of))[0]).toMatchObject({
    gateFailure: "Suite Front desk: 0 of 1 attempts passed, 1 were needed.",
    parentVersion: "v1",
    model: WRONG,
  });
  await patch(of, { firstMessage: "Hello" });
  await settled(of);
  expect(await live(of)).toMatchObject({ latestVersion: "v3", model: OPEN, firstMessage: "Hello" });
  expect(await statuses(of)).toEqual(["v3 live", "v2 rejected", "v1 old"]);
  expect((await versions(of))[0]).toMatchObject({ parentVersion: "v1" });
});

test("a newer candidate has the changes of the older one and replaces it, whose run is canceled", async () => {
  const of = await gated("all", { config: ofModel("two"), tests: [SAYS_HI] });
  const { asked } = hang();
  await patch(of, { firstMessage: "Hello" });
  await asked();
  answer();
  await patch(of, { endCallMessage: "Bye" });
  await settled(of);
  expect(await live(of)).toMatchObject({ latestVersion: "v3", firstMessage: "Hello", endCallMessage: "Bye" });
  expect(await statuses(of)).toEqual(["v3 live", "v2 rejected", "v1 old"]);
  expect((await versions(of))[1]).toMatchObject({ gateFailure: "Version v3 replaced it." });
  const [, older] = await runsOf(of);
  expect(older).toMatchObject({ status: "failed", failure: expect.stringContaining("replaced") });
});

test("concurrent changes of different fields are all in the version that goes live", async () => {
  const of = await gated("all");
  const changes = [{ firstMessage: "Hello" }, { endCallMessage: "Bye" }, { voicemailMessage: "Call back" }];
  const answers = await Promise.all(changes.map((each) => patch(of, each)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await settled(of);
  expect(await live(of)).toMatchObject(Object.assign({}, ...changes));
  expect((await statuses(of)).filter((each) => /live|candidate/.test(each))).toHaveLength(1);
});

test("what was live before goes live again at once, and a version that passed before does not wait", async () => {
  const of = await gated("all");
  await patch(of, { firstMessage: "Hello" });
  await settled(of);
  const back = await client.json<Assistant & { warnings?: Warning[] }>("PUT", of.path, { name: "Bistro", model: OPEN });
  expect(back.body).toMatchObject({ latestVersion: "v3" });
  expect(back.body).not.toHaveProperty("firstMessage");
  expect(back.body).not.toHaveProperty("warnings");
  expect(await runsOf(of)).toHaveLength(1);
  // A pipeline ran the suite with this file before.
  const next = { name: "Bistro", model: OPEN, firstMessage: "Good day" };
  await runEnds(of, { assistant: next });
  expect((await client.json<Assistant>("PUT", of.path, next)).body).toMatchObject({
    latestVersion: "v4",
    firstMessage: "Good day",
  });
  // A version that was rejected never was live.
  await patch(of, { model: WRONG });
  await settled(of);
  expect((await client.json<Assistant>("PUT", of.path, { ...next, model: WRONG })).body).toMatchObject({ latestVersion: "v4" });
  await settled(of);
});

test("a canceled or deleted run rejects its candidate, and so does the opposite change", async () => {
  const of = await gated("all", { config: ofModel("stop"), tests: [SAYS_HI] });
  const stop = async (how: (run: string) => Promise<unknown>) => {
    const { asked } = hang();
    await patch(of, { firstMessage: randomUUID() });
    await asked();
    await how(`/test-suite/${of.suite}/run/${(await runsOf(of))[0]?.id}`);
    return (await versions(of))[0];
  };
  expect(await stop((run) => client.json("POST", `${run}/cancel`))).toMatchObject({ status: "rejected" });
  expect(await stop((run) => client.json("DELETE", run))).toMatchObject({ status: "rejected" });
  const undone = await stop(() => patch(of, { firstMessage: null }));
  expect(undone).toMatchObject({ status: "rejected", gateFailure: "The change was taken back." });
  expect(await live(of)).toMatchObject({ latestVersion: "v1" });
  expect((await gateOf(of)).candidate).toBeNull();
});

test("a share may be enough, and unstable attempts do not count", async () => {
  const tests = [
    ASKS_HOURS,
    { name: "Noon", steps: [{ say: "When are you open?" }], scorers: [{ ...SAYS_HOURS, check: { type: "said", text: "noon" } }] },
  ];
  const of = await gated("publish", { tests });
  const draft = { name: "Bistro", model: OPEN, firstMessage: "Hello" };
  await saveDraft(of, draft);
  const run = await runEnds(of, { assistant: draft });
  expect((await gateOf(of)).checks).toMatchObject([{ status: "failed", passed: 1, total: 2, needed: 2 }]);
  await client.json("PUT", `${of.path}/publish-gate`, { suiteIds: [of.suite], minimum: 0.5 });
  expect((await gateOf(of)).checks).toMatchObject([{ status: "passed", needed: 1 }]);
  await client.json("PUT", `${of.path}/publish-gate`, { suiteIds: [of.suite] });
  await server.context.db
    .update(simulationItem)
    .set({ result: sql`${simulationItem.result} || '{"isUnstable":true}'::jsonb` })
    .where(sql`${eq(simulationItem.runId, run.id)} and ${simulationItem.result} ->> 'result' = 'fail'`);
  expect((await gateOf(of)).checks).toMatchObject([{ status: "passed", passed: 1, total: 1, needed: 1 }]);
  expect(await publish(of)).toMatchObject({ status: 200, body: { latestVersion: "v2" } });
});

test("the gate is refused where it cannot hold, changes at once, and is in the audit log", async () => {
  const of = await gated("all");
  const other = await created<Assistant>("/assistant", { name: "Other" });
  const put = (path: string, body: object) => client.json<ErrorBody>("PUT", `${path}/publish-gate`, body);
  const suites = { suiteIds: [of.suite] };
  expect(await put(`/assistant/${other.id}`, suites)).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("targetPlan")] },
  });
  expect(await put(of.path, { suiteIds: [randomUUID()] })).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("suiteIds")] },
  });
  expect(await put(of.path, { ...suites, minimum: 0 })).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("minimum")] },
  });
  expect(await put(of.path, { suiteIds: [of.suite, of.suite] })).toMatchObject({ status: 400 });
  expect(await client.json("DELETE", `/test-suite/${of.suite}`)).toMatchObject({
    status: 409,
    body: { code: "test-suite-gates", message: expect.stringContaining("Bistro") },
  });
  // A suite that cannot run refuses the change, and nothing is stored.
  const tests = (await client.json<{ results: { id: string }[] }>("GET", `/test-suite/${of.suite}/test`)).body.results;
  for (const { id } of tests) await client.json("DELETE", `/test-suite/${of.suite}/test/${id}`);
  expect(await patch(of, { firstMessage: "Hello" })).toMatchObject({
    status: 400,
    body: { message: [expect.stringMatching(/publishGate: suite .* must name a suite with a test/)] },
  });
  expect(await statuses(of)).toEqual(["v1 live"]);

  expect(await client.json("DELETE", `${of.path}/publish-gate`)).toMatchObject({
    status: 200,
    body: { publishGate: null, isFree: true },
  });
  expect(await patch(of, { firstMessage: "Hello" })).toMatchObject({ status: 200, body: { latestVersion: "v2" } });
  expect((await client.json("DELETE", `/test-suite/${of.suite}`)).status).toBe(200);
  const actions = (await client.json<AuditEvent[]>("GET", `/org/${client.orgId}/audit`)).body.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["setPublishGate", "deletePublishGate"]));
});

test("a viewer reads the gate and does not change it", async () => {
  const of = await gated("publish");
  const viewer = await server.signUp();
  await server.context.db
    .insert(member)
    .values({ id: randomUUID(), organizationId: client.orgId, userId: viewer.userId, role: "viewer", createdAt: new Date() });
  const signedIn = { headers: { authorization: `Bearer ${viewer.userToken}` } };
  const { accessToken } = (await (await viewer.fetch(`/org/${client.orgId}/auth`, signedIn)).json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const path = `${of.path}/publish-gate`;
  expect((await viewer.fetch(path, { headers })).status).toBe(200);
  const body = JSON.stringify({ suiteIds: [of.suite], mode: "all" });
  expect((await viewer.fetch(path, { method: "PUT", headers, body })).status).toBe(403);
  expect((await viewer.fetch(path, { method: "DELETE", headers })).status).toBe(403);
  const stranger = await server.signUp();
  expect((await stranger.json("GET", path)).status).toBe(404);
  expect((await gateOf(of)).publishGate).toMatchObject({ mode: "publish" });
});

test("a deleted assistant has no candidate when it is back", async () => {
  const of = await gated("all", { config: ofModel("gone"), tests: [SAYS_HI] });
  const { asked } = hang();
  await patch(of, { firstMessage: "Hello" });
  await asked();
  await client.json("DELETE", of.path);
  await client.json("POST", `${of.path}/restore`);
  expect(await statuses(of)).toEqual(["v2 rejected", "v1 live"]);
  expect((await runsOf(of))[0]).toMatchObject({ status: "failed" });
});

test("the suite keeps its own minimum", async () => {
  const of = await gated("publish", { gate: { minimum: 0.1 } });
  const draft = { name: "Bistro", model: WRONG };
  await saveDraft(of, draft);
  await client.json<TestSuite>("PATCH", `/test-suite/${of.suite}`, { gate: { minimum: 1 } });
  await runEnds(of, { assistant: draft });
  expect((await gateOf(of)).checks).toMatchObject([{ status: "failed", needed: 1 }]);
});

test("a suite with callers and iterations counts as a whole only: each test with each caller, as often as it says", async () => {
  const of = await gated("publish");
  const caller = await created("/eval/simulation/personality", { name: "Ada", assistant: { model: OPEN } });
  await client.json("PATCH", `/test-suite/${of.suite}`, { callers: [caller.id], iterations: 3 });
  const draft = { name: "Bistro", model: OPEN, firstMessage: "Hello" };
  await saveDraft(of, draft);
  // A run of tests has neither callers nor iterations.
  await runEnds(of, { assistant: draft });
  expect((await gateOf(of)).checks).toMatchObject([{ status: "missing" }]);
  const whole = { type: "simulationSuite", simulationSuiteId: of.suite };
  const simulations = [whole];
  // As many other callers are not the suite's.
  const easier = await created("/eval/simulation/personality", { name: "Bob", assistant: { model: OPEN } });
  const target = { type: "assistant", assistant: draft };
  const part = await created("/eval/simulation/run", { simulations: [{ ...whole, callers: [easier.id] }], target });
  const statusOf = async () => (await client.json<{ status: string }>("GET", `/eval/simulation/run/${part.id}`)).body.status;
  await expect.poll(statusOf, { timeout: 30_000 }).toBe("ended");
  expect((await gateOf(of)).checks).toMatchObject([{ status: "missing" }]);
  await created("/eval/simulation/run", { simulations, target: { type: "assistant", assistant: draft } });
  await expect
    .poll(async () => (await gateOf(of)).checks, { timeout: 30_000 })
    .toMatchObject([{ status: "passed", passed: 3, total: 3, needed: 3 }]);
  // By the medium of its tests, whether the run or the suite says so; another medium is another test.
  await created("/eval/simulation/run", {
    simulations,
    target: { type: "assistant", assistant: draft },
    transport: { provider: "vapi.webchat" },
  });
  await expect.poll(async () => (await gateOf(of)).checks, { timeout: 30_000 }).toMatchObject([{ status: "passed", total: 3 }]);
  await client.json("PATCH", `/eval/simulation/personality/${caller.id}`, { name: "Grace" });
  expect((await gateOf(of)).checks).toMatchObject([{ status: "missing" }]);
});
