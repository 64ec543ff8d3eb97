import { randomUUID } from "node:crypto";
import { type ErrorBody, RUN_MAX_ITEMS, type SimulationRunItem } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpColleague } from "../../testing/colleague.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { readGoal } from "./caller/goal.ts";
import { readAnswer } from "./caller/read-answer.ts";
import { repeatedQuestions } from "./verdict/repeated-questions.ts";

let server: TestServer;
let client: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: false } });
  [client, stranger] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

async function created(path: string, body: object, as = client): Promise<string> {
  const { status, body: entity } = await as.json<{ id: string }>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity.id;
}
const refused = async (method: string, path: string, body?: object, as = client) => {
  const { status, body: answer } = await as.json<ErrorBody>(method, path, body);
  return { status, text: JSON.stringify(answer?.message ?? answer) };
};

const ROOT = "/eval/simulation";
const BUILTIN = { provider: "callwright", model: "builtin" };
const SCENARIO = { name: "Hours", instructions: "When are you open?", evaluations: [] };
const PERSONALITY = { name: "Ada", assistant: { model: BUILTIN } };
const JUDGED = { role: "assistant", judgePlan: { type: "regex", content: ".*" } };
const EVAL = { type: "chat.mockConversation", messages: [{ role: "user", content: "Hi" }, JUDGED] };
const INLINE = { type: "simulation", scenario: SCENARIO };
const TARGET = { type: "assistant", assistant: { model: BUILTIN } };

async function ended(run: string): Promise<SimulationRunItem[]> {
  const status = async () => (await client.json<{ status: string }>("GET", `${ROOT}/run/${run}`)).body.status;
  await expect.poll(status, { timeout: 60_000 }).toBe("ended");
  return (await client.json<SimulationRunItem[]>("GET", `${ROOT}/run/${run}/item?limit=1000`)).body;
}

test("wrong types are refused with the field, everywhere", async () => {
  const addresses: [string, object][] = [
    [`${ROOT}/scenario`, SCENARIO],
    [`${ROOT}/personality`, PERSONALITY],
    [`${ROOT}/suite`, { name: "All", simulationIds: [], targetAssignments: [] }],
    [ROOT, { scenarioId: randomUUID(), personalityId: randomUUID() }],
    [`${ROOT}/run`, { simulations: [INLINE], target: TARGET }],
    [`${ROOT}/scenario/generate`, { assistantId: randomUUID() }],
    ["/eval", EVAL],
    ["/eval/run", { type: "eval", eval: EVAL, target: TARGET }],
  ];
  for (const [path, good] of addresses)
    for (const field of Object.keys(good))
      for (const bad of [null, 7, true, "\u0001", [[]], { deep: { deep: [] } }, "{{ x", -1e308]) {
        const { status, text } = await refused("POST", path, { ...good, [field]: bad });
        // Names may be any text, and an assistant may have fields of newer versions, which a warning names.
        const isFine =
          (field === "targetAssignments" && bad === null) ||
          (field === "assistant"
            ? bad !== null && typeof bad === "object" && !Array.isArray(bad)
            : /^(name|instructions)$/.test(field) && typeof bad === "string");
        if (isFine) expect([path, field, bad, status]).toEqual([path, field, bad, 201]);
        else expect([path, field, bad, status, text]).toEqual([path, field, bad, 400, expect.stringContaining(field)]);
      }
  for (const [path] of addresses)
    for (const body of [[], {}]) expect([path, (await refused("POST", path, body)).status]).toEqual([path, 400]);
  for (const query of [
    "limit=1e9",
    "page=0",
    "page=99999999999999999999",
    "createdAtGt=x",
    "sortOrder=UP",
    "cursor=%00",
    "status=x",
  ])
    for (const path of ["/eval", "/eval/run", ROOT, `${ROOT}/run`, `${ROOT}/scenario`, `${ROOT}/personality`, `${ROOT}/suite`])
      expect([path, query, (await client.json("GET", `${path}?${query}`)).status]).toEqual([
        path,
        query,
        expect.toSatisfy((code: number) => code < 500),
      ]);
});

test("nothing of another organization is found, in any field", async () => {
  const assistant = await created("/assistant", { name: "Theirs", model: BUILTIN }, stranger);
  const scenario = await created(`${ROOT}/scenario`, SCENARIO, stranger);
  const personality = await created(`${ROOT}/personality`, PERSONALITY, stranger);
  const simulation = await created(ROOT, { scenarioId: scenario, personalityId: personality }, stranger);
  const suite = await created(`${ROOT}/suite`, { name: "Theirs", simulationIds: [simulation], targetAssignments: [] }, stranger);
  const output = await created("/structured-output", { name: "Open", schema: { type: "boolean" } }, stranger);
  const evalId = await created("/eval", EVAL, stranger);
  const evalRun = await created(
    "/eval/run",
    { type: "eval", evalId, target: { type: "assistant", assistantId: assistant } },
    stranger,
  );
  const run = await created(
    `${ROOT}/run`,
    { simulations: [{ type: "simulation", simulationId: simulation }], target: TARGET },
    stranger,
  );
  const [item] = (await stranger.json<SimulationRunItem[]>("GET", `${ROOT}/run/${run}/item`)).body;
  const [ownScenario, ownPersonality] = [
    await created(`${ROOT}/scenario`, SCENARIO),
    await created(`${ROOT}/personality`, PERSONALITY),
  ];
  const evaluation = { structuredOutputId: output, comparator: "=", value: true };

  const bodies: [string, object][] = [
    [ROOT, { scenarioId: scenario, personalityId: ownPersonality }],
    [ROOT, { scenarioId: ownScenario, personalityId: personality }],
    [`${ROOT}/suite`, { name: "Mine", simulationIds: [simulation], targetAssignments: [] }],
    [`${ROOT}/scenario`, { ...SCENARIO, evaluations: [evaluation] }],
    [`${ROOT}/scenario`, { ...SCENARIO, testSuiteId: suite }],
    [`${ROOT}/scenario/generate`, { assistantId: assistant }],
    [`${ROOT}/run`, { simulations: [INLINE], target: { type: "assistant", assistantId: assistant } }],
    [`${ROOT}/run`, { simulations: [INLINE], target: { type: "assistant", assistantId: assistant, assistantVersion: 1 } }],
    [`${ROOT}/run`, { simulations: [{ type: "simulation", simulationId: simulation }], target: TARGET }],
    [`${ROOT}/run`, { simulations: [{ type: "simulation", scenarioId: scenario }], target: TARGET }],
    [`${ROOT}/run`, { simulations: [{ ...INLINE, personalityId: personality }], target: TARGET }],
    [
      `${ROOT}/run`,
      { simulations: [{ type: "simulation", scenario: { ...SCENARIO, evaluations: [evaluation] } }], target: TARGET },
    ],
    [`${ROOT}/run`, { simulations: [{ type: "simulationSuite", simulationSuiteId: suite }], target: TARGET }],
    ["/eval/run", { type: "eval", evalId, target: TARGET }],
    ["/eval/run", { type: "eval", eval: EVAL, target: { type: "assistant", assistantId: assistant } }],
  ];
  for (const [path, body] of bodies)
    expect([path, body, await refused("POST", path, body)]).toEqual([
      path,
      body,
      { status: expect.toBeOneOf([400, 404]), text: expect.any(String) },
    ]);
  const rows = [`/scenario/${scenario}`, `/personality/${personality}`, `/${simulation}`, `/suite/${suite}`, `/run/${run}`].map(
    (each) => ROOT + each,
  );
  for (const path of [...rows, `/eval/${evalId}`, `/eval/run/${evalRun}`])
    for (const method of ["GET", "DELETE"])
      expect([method, path, (await refused(method, path)).status]).toEqual([method, path, 404]);
  for (const path of rows) expect([path, (await refused("PATCH", path, {})).status]).toEqual([path, 404]);
  const items = [`${ROOT}/run/${run}/item`, `${ROOT}/run/${run}/item/${item?.id}`, `${ROOT}/run/${run}/matrix`];
  for (const path of items) expect([path, (await refused("GET", path)).status]).toEqual([path, 404]);
  expect((await refused("PATCH", `${ROOT}/run/${run}/item/${item?.id}`, {})).status).toBe(404);
  expect((await refused("POST", `${ROOT}/run/${run}/item/${item?.id}/generate`)).status).toBe(404);
});

test("viewers read, editors run, and visitors have no business here", async () => {
  const viewer = await signUpColleague(server, client.orgId, "viewer");
  const editor = await signUpColleague(server, client.orgId, "editor");
  const { value } = (await client.json<{ value: string }>("POST", "/token", { tag: "public" })).body;
  const scenario = await created(`${ROOT}/scenario`, SCENARIO);
  const run = await created(`${ROOT}/run`, { simulations: [INLINE], target: TARGET }, editor);
  const [item] = await ended(run);
  const writes: [string, string, object?][] = [
    ["POST", `${ROOT}/scenario`, SCENARIO],
    ["PATCH", `${ROOT}/scenario/${scenario}`, { name: "New" }],
    ["DELETE", `${ROOT}/scenario/${scenario}`],
    ["POST", `${ROOT}/scenario/generate`, { assistantId: randomUUID() }],
    ["POST", `${ROOT}/personality`, PERSONALITY],
    ["POST", `${ROOT}/run`, { simulations: [INLINE], target: TARGET }],
    ["PATCH", `${ROOT}/run/${run}`],
    ["DELETE", `${ROOT}/run/${run}`],
    ["PATCH", `${ROOT}/run/${run}/item/${item?.id}`],
    ["POST", `${ROOT}/run/${run}/item/${item?.id}/generate`],
    ["POST", "/eval", EVAL],
    ["POST", "/eval/run", { type: "eval", eval: EVAL, target: TARGET }],
  ];
  for (const [method, path, body] of writes)
    expect([method, path, (await refused(method, path, body, viewer)).status]).toEqual([method, path, 403]);
  const reads = ["/eval", "/eval/run", ROOT, `${ROOT}/run/${run}`, `${ROOT}/run/${run}/item/${item?.id}`, `${ROOT}/scenario`];
  for (const path of reads) expect([path, (await viewer.json("GET", path)).status]).toEqual([path, 200]);
  const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
  for (const [method, path, body = {}] of [...writes, ...reads.map((path) => ["GET", path] as [string, string, object?])]) {
    const { status } = await fetch(server.url + path, {
      method,
      headers,
      ...(method !== "GET" && { body: JSON.stringify(body) }),
    });
    expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([401, 403])]);
  }
});

test("a run with too many items is refused before it fills the memory", async () => {
  const suite = await created(`${ROOT}/suite`, {
    name: "Large",
    simulationIds: [],
    targetAssignments: [],
    callers: Array(50).fill("angry"),
  });
  for (let each = 0; each < 50; each++) await created(`${ROOT}/scenario`, { ...SCENARIO, testSuiteId: suite });
  const simulations = Array(500).fill({ type: "simulationSuite", simulationSuiteId: suite });
  const { status, text } = await refused("POST", `${ROOT}/run`, { simulations, target: TARGET, iterations: 100 });
  expect([status, text]).toEqual([400, expect.stringContaining(`${RUN_MAX_ITEMS} items`)]);
  const many = { simulations: Array(500).fill(INLINE), target: TARGET, iterations: 100 };
  expect(await refused("POST", `${ROOT}/run`, many)).toEqual({
    status: 400,
    text: expect.stringContaining("iterations must be fewer"),
  });
  expect((await refused("POST", `${ROOT}/run`, { ...many, simulations: Array(501).fill(INLINE) })).text).toContain("simulations");
});

test("templates, seeds at the limit, models at private addresses and what was deleted meanwhile are said in items or errors", {
  timeout: 60_000,
}, async () => {
  const model = {
    provider: "custom-llm",
    model: "m",
    url: "http://127.0.0.1:9/v1",
    messages: [{ role: "system", content: "{{ x | unknown: }} {% if %}" }],
  };
  const personalityId = await created(`${ROOT}/personality`, { name: "Private", assistant: { model } });
  const scenarioId = await created(`${ROOT}/scenario`, { ...SCENARIO, instructions: "{{ test.script }} {% for %} {{" });
  const simulationId = await created(ROOT, { scenarioId, personalityId });
  const run = await created(`${ROOT}/run`, {
    simulations: [{ type: "simulation", simulationId }, { ...INLINE, personalityId }, INLINE],
    target: { type: "assistant", assistant: { model: { ...BUILTIN, messages: [{ role: "system", content: "{{ {% %}" }] } } },
    seed: 2_147_483_647,
    iterations: 3,
  });
  const items = await ended(run);
  expect(items).toHaveLength(9);
  for (const { status, failureReason } of items) {
    expect(["passed", "failed"]).toContain(status);
    expect(failureReason ?? "").not.toContain("unexpectedly");
  }
  await client.json("DELETE", `${ROOT}/personality/${personalityId}`);
  const gone = await refused("POST", `${ROOT}/run`, { simulations: [{ type: "simulation", simulationId }], target: TARGET });
  expect(gone).toEqual({ status: 400, text: expect.stringContaining("personalityId") });
  const [item] = items;
  for (const path of [`${ROOT}/run/${run}`, `${ROOT}/run/${run}/item/${item?.id}`])
    for (let twice = 0; twice < 2; twice++) expect([path, (await refused("PATCH", path)).status]).toEqual([path, 200]);
});

test("patterns, schemas and prompts that cost too much are refused or bounded", async () => {
  const costly = { type: "ai", rubric: "x", check: { type: "said", text: "(a{1000}){1000}", match: "pattern" } };
  expect(await refused("POST", `${ROOT}/scenario`, { ...SCENARIO, scorers: [costly] })).toEqual({
    status: 400,
    text: expect.stringContaining("scorers.0.check.text"),
  });
  const regex = { name: "x", type: "regex", regex: "(x{1000}){1000}", schema: { type: "string" } };
  const evaluation = { structuredOutput: regex, comparator: "=", value: "x" };
  expect((await refused("POST", `${ROOT}/scenario`, { ...SCENARIO, evaluations: [evaluation] })).status).toBe(400);
  const inline = { type: "simulation", scenario: { ...SCENARIO, scorers: [costly] } };
  expect(await refused("POST", `${ROOT}/run`, { simulations: [inline], target: TARGET })).toEqual({
    status: 400,
    text: expect.stringContaining("scorers.0.check.text"),
  });
});

/** Read once for each of their characters, each of these texts would take minutes. */
test("long texts of agents and scenarios are read once", () => {
  for (const bit of ["a ", ".", " ", "if a, ", "a to b ", "a b c d e? ", "1 "]) {
    const text = bit.repeat(20_000 / bit.length);
    const turns = Array.from({ length: 50 }, () => ({ said: "a", answer: text, durationMs: 1, toolCalls: [] }));
    expect(repeatedQuestions({ turns }).length).toBeLessThanOrEqual(50 * 20);
    expect(readAnswer(text).questions.length).toBeLessThanOrEqual(10);
    readGoal(text.slice(0, 10_000), text.slice(0, 10_000));
  }
});
