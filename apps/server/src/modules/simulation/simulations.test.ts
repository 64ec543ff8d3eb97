import type {
  Assistant,
  ErrorBody,
  Personality,
  Scenario,
  SimulationEstimate,
  SimulationMatrix,
  SimulationRun,
  SimulationRunItem,
  SimulationSuite,
} from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

const HOURS = "We are open from nine to five.";

let server: TestServer;
let client: TestClient;
let assistant: Assistant;
let models: FakeOpenAiServer;
beforeAll(async () => {
  models = await startFakeOpenAiServer();
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: HOURS }] };
  assistant = await created<Assistant>("/assistant", { name: "Bistro", model });
});
afterAll(async () => {
  await server.close();
  await models.close();
});

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity;
}

const get = async <Entity>(path: string) => (await client.json<Entity>("GET", path)).body;

const scenario = (more: object = {}) =>
  created<Scenario>("/eval/simulation/scenario", {
    name: "Asks for the hours",
    instructions: "When are you open?",
    evaluations: [],
    scorers: [{ type: "ai", rubric: "Says the hours", check: { type: "said", text: "nine to five" } }],
    ...more,
  });

const personality = () =>
  created<Personality>("/eval/simulation/personality", {
    name: "Rude Rob",
    assistant: { firstMessage: "Hey!" },
    path: "team/rude",
  });

async function ended(id: string): Promise<SimulationRun> {
  const path = `/eval/simulation/run/${id}`;
  await expect.poll(async () => (await get<SimulationRun>(path)).status, { timeout: 30_000 }).toBe("ended");
  return get(path);
}

const vonage = () => created("/credential", { provider: "vonage", apiKey: "k", apiSecret: "s" });

const target = () => ({ type: "assistant", assistantId: assistant.id });

test("scenarios, personalities, simulations and suites are stored as the provider has them", async () => {
  const [{ id: scenarioId }, { id: personalityId }] = [await scenario({ path: "team" }), await personality()];
  const { id: simulationId } = await created("/eval/simulation", { scenarioId, personalityId, name: "Hours, rude" });
  const suite = await created<SimulationSuite>("/eval/simulation/suite", { name: "Front desk", simulationIds: [simulationId] });
  expect(suite).toMatchObject({ name: "Front desk", simulationIds: [simulationId], targetAssignments: [] });
  expect(await get(`/eval/simulation?standaloneOnly=true`)).toEqual([]);
  expect(await get(`/eval/simulation/scenario?name=HOURS&idAny=${scenarioId}`)).toMatchObject([
    { instructions: "When are you open?" },
  ]);
  expect(await get("/eval/simulation/suite?name=front")).toMatchObject([{ id: suite.id }]);
  expect(await get("/eval/simulation/personality?limit=1&page=2")).toEqual([]);
  const patched = await client.json("PATCH", `/eval/simulation/scenario/${scenarioId}`, { instructions: "And on Sunday?" });
  expect(patched.body).toMatchObject({ instructions: "And on Sunday?", name: "Asks for the hours", path: "team" });
  expect(patched.body).not.toHaveProperty("script");
  const unknown = await client.json<ErrorBody>("POST", "/eval/simulation", { scenarioId, personalityId: scenarioId });
  expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining("personalityId")]);
  const path = await client.json<ErrorBody>("PATCH", `/eval/simulation/scenario/${scenarioId}`, { path: "../x" });
  expect([path.status, String(path.body.message)]).toEqual([400, expect.stringContaining("path")]);
});

test("a suite of tests is the same suite in both interfaces", async () => {
  const { id: suite } = await created("/test-suite", { name: "Old", targetPlan: { assistantId: assistant.id } });
  const before = await get(`/test-suite/${suite}`);
  const steps = [{ say: "When are you open?" }];
  const { id: test } = await created(`/test-suite/${suite}/test`, { type: "chat", script: "", steps, scorers: [] });
  expect(await get(`/eval/simulation/suite/${suite}`)).toMatchObject({ name: "Old", simulationIds: [] });
  expect(await get(`/eval/simulation/scenario/${test}`)).toMatchObject({ steps, instructions: "", testSuiteId: suite });
  const { id: other } = await scenario({ testSuiteId: suite });
  expect(await get(`/test-suite/${suite}/test/${other}`)).toMatchObject({ script: "When are you open?", testSuiteId: suite });
  expect(await get(`/test-suite/${suite}`)).toEqual(before);
  const { id } = await created("/eval/simulation/run", {
    simulations: [{ type: "simulationSuite", simulationSuiteId: suite }],
    target: target(),
  });
  await ended(id);
  expect(await get(`/test-suite/${suite}/run/${id}`)).toMatchObject({ status: "completed", progress: { total: 2, passed: 2 } });
});

test("a run has an item for each simulation and iteration, each with its seed", async () => {
  const [{ id: scenarioId }, { id: personalityId }] = [await scenario(), await personality()];
  const { id: simulationId } = await created("/eval/simulation", { scenarioId, personalityId });
  const inline = { name: "Asks for noon", instructions: "Are you open at noon?", evaluations: [] };
  const fails = [{ type: "ai", rubric: "Says noon", check: { type: "said", text: "half past seven" } }];
  const run = await created<SimulationRun & { simulationRunItemIds: string[]; url: string }>("/eval/simulation/run", {
    simulations: [
      { type: "simulation", simulationId },
      { type: "simulation", scenario: { ...inline, scorers: fails }, personalityId, name: "Inline" },
    ],
    target: target(),
    iterations: 3,
    transport: { provider: "vapi.webchat" },
  });
  expect(run.simulationRunItemIds).toHaveLength(6);
  expect(run.url).toMatch(new RegExp(`/simulations/runs/${run.id}$`));
  expect((await ended(run.id)).itemCounts).toMatchObject({ total: 6, passed: 3, failed: 3, running: 0, queued: 0, canceled: 0 });
  const items = await get<SimulationRunItem[]>(`/eval/simulation/run/${run.id}/item`);
  expect(items.map(({ id }) => id)).toEqual(run.simulationRunItemIds);
  expect(items.map(({ status, seed, iterationNumber }) => [status, seed, iterationNumber])).toEqual([
    ["passed", 1, 1],
    ["passed", 2, 2],
    ["passed", 3, 3],
    ["failed", 1, 1],
    ["failed", 2, 2],
    ["failed", 3, 3],
  ]);
  expect(await get(`/eval/simulation/run/${run.id}/item?status=failed&simulationId=${simulationId}`)).toEqual([]);
  const item = await get<SimulationRunItem>(`/eval/simulation/run/${run.id}/item/${items[3]?.id}`);
  expect(item.metadata?.call?.transcript).toMatch(/^User: Are you open at noon\?/);
  const suggested = await client.json("POST", `/eval/simulation/run/${run.id}/item/${item.id}/generate?force=false`);
  expect([suggested.status, suggested.body]).toMatchObject([
    201,
    { systemPromptSuggestions: [{ suggestion: "Say in the prompt: Says noon" }] },
  ]);
  expect(await get(`/eval/simulation/run/${run.id}/item/${item.id}`)).toMatchObject({ improvementSuggestions: suggested.body });
  const scored = await client.json("PUT", `/eval/simulation/run/${run.id}/item/${item.id}/score`, {
    scores: [{ scorer: 0, result: "pass", note: "Noon is between nine and five." }],
  });
  expect([scored.status, scored.body]).toMatchObject([200, { results: { humanScores: [{ scorer: 0, result: "pass" }] } }]);
  const again = await client.json<ErrorBody>("PUT", `/eval/simulation/run/${run.id}/item/${item.id}/score`, {
    scores: [{ scorer: 7, result: "pass" }],
  });
  expect([again.status, String(again.body.message)]).toEqual([400, expect.stringContaining("scores.0.scorer")]);
  for (const [query, is] of [
    ["status=ended&filterStatus=failed", true],
    ["filterStatus=passed", false],
    [`targetType=assistant&targetId=${assistant.id}`, true],
    ["targetType=squad", false],
  ] as const) {
    const { results } = await get<{ results: SimulationRun[] }>(`/eval/simulation/run?${query}`);
    expect([query, results.some(({ id }) => id === run.id)]).toEqual([query, is]);
  }
});

test("what cannot run is refused, and the refusal names the field", async () => {
  const { id: scenarioId } = await scenario();
  const refused = async (body: object) => {
    const { status, body: answer } = await client.json<ErrorBody>("POST", "/eval/simulation/run", body);
    return [status, String(answer.message)];
  };
  const entry = { type: "simulation", scenarioId };
  expect(await refused({ simulations: [{ type: "simulation" }], target: target() })).toEqual([
    400,
    expect.stringContaining("simulationId"),
  ]);
  expect(await refused({ simulations: [{ ...entry, scenarioId: assistant.id }], target: target() })).toEqual([
    400,
    expect.stringContaining("simulations.0.scenarioId"),
  ]);
  expect(await refused({ simulations: [entry], target: { type: "assistant" } })).toEqual([
    400,
    expect.stringContaining("assistantId"),
  ]);
  const { id: empty } = await created("/eval/simulation/suite", { name: "Empty", simulationIds: [] });
  const suite = { type: "simulationSuite", simulationSuiteId: empty };
  expect(await refused({ simulations: [suite], target: target() })).toEqual([400, expect.stringContaining("simulations")]);
});

test("a run without a target tests what its suite does, with the suite's overrides, also for another version and a draft", async () => {
  const asked = { instructions: "When are you open?", evaluations: [], name: "Asks" };
  const says = (text: string) => [{ type: "ai", rubric: text, check: { type: "said", text } }];
  const overrides = (hours: string) => ({
    model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: hours }] },
  });
  const { id: own } = await created("/eval/simulation/suite", {
    name: "Own",
    simulationIds: [],
    targetPlan: { assistantId: assistant.id, assistantOverrides: overrides("We are open from six to seven.") },
  });
  await scenario({ ...asked, scorers: says("six to seven"), testSuiteId: own });
  const run = async (suite: string, more: object = {}) => {
    const simulations = [{ type: "simulationSuite", simulationSuiteId: suite }];
    return ended((await created<SimulationRun>("/eval/simulation/run", { simulations, ...more })).id);
  };
  const passes = { itemCounts: { total: 1, passed: 1 }, results: [{ status: "pass", isSkipped: false }] };
  expect(await run(own)).toMatchObject({ ...passes, target: { type: "assistant", assistantId: assistant.id } });
  expect(await run(own, { target: { ...target(), assistantVersion: 1 } })).toMatchObject({ ...passes, assistantVersion: 1 });
  expect(await run(own, { target: { type: "assistant", assistant: { name: "Draft" } } })).toMatchObject({
    ...passes,
    isDraft: true,
  });

  const targetAssignments = [{ targetType: "assistant", targetId: assistant.id }];
  const { id: assigned } = await created("/eval/simulation/suite", { name: "Assigned", simulationIds: [], targetAssignments });
  await scenario({ ...asked, scorers: says("nine to five"), testSuiteId: assigned });
  expect(await run(assigned)).toMatchObject(passes);
  const { id: scenarioId } = await scenario();
  const alone = await client.json<ErrorBody>("POST", "/eval/simulation/run", {
    simulations: [{ type: "simulation", scenarioId }],
  });
  expect([alone.status, String(alone.body.message)]).toEqual([400, expect.stringContaining("target must name")]);
});

test("a copy of a suite has its own copies of the tests", async () => {
  const { id } = await created("/test-suite", { name: "N".repeat(80), targetPlan: { assistantId: assistant.id } });
  const { id: test } = await created(`/test-suite/${id}/test`, { type: "chat", name: "Asks", script: "Hello", scorers: [] });
  const copy = await created<SimulationSuite>(`/eval/simulation/suite/${id}/duplicate`, {});
  expect(copy).toMatchObject({ name: `${"N".repeat(73)} (copy)`, targetPlan: { assistantId: assistant.id } });
  const { results } = await get<{ results: { id: string; name: string; script: string }[] }>(`/test-suite/${copy.id}/test`);
  expect(results).toMatchObject([{ name: "Asks", script: "Hello" }]);
  expect(results[0]?.id).not.toBe(test);
  expect((await client.json("POST", `/eval/simulation/suite/${assistant.id}/duplicate`)).status).toBe(404);
});

test("a part of a suite runs with some of its callers, also with a draft", async () => {
  const [{ id: first }, { id: second }] = [await personality(), await personality()];
  const targetPlan = { assistantId: assistant.id };
  const { id: suiteId } = await created("/test-suite", { name: "Callers", targetPlan, callers: [first, second] });
  const steps = [{ say: "When are you open?" }];
  const body = {
    type: "chat",
    script: "",
    steps,
    scorers: [{ type: "ai", rubric: "Ten", check: { type: "said", text: "ten" } }],
  };
  const { id: testId } = await created(`/test-suite/${suiteId}/test`, body);
  const run = async (entry: object, named: object = target()) => {
    const simulations = [{ type: "simulationSuite", simulationSuiteId: suiteId, ...entry }];
    const { id } = await created<SimulationRun>("/eval/simulation/run", { simulations, target: named });
    await ended(id);
    return {
      run: await get<SimulationRun>(`/eval/simulation/run/${id}`),
      items: await get<SimulationRunItem[]>(`/eval/simulation/run/${id}/item`),
    };
  };
  const whole = await run({});
  expect(whole.items.map(({ personalityId }) => personalityId)).toEqual([first, second]);
  const one = await run({ testIds: [testId], callers: [second] });
  expect(one.items.map(({ personalityId }) => personalityId)).toEqual([second]);
  expect((await run({ callers: [] })).items.map(({ personalityId }) => personalityId)).toEqual([undefined]);
  const model = {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: "We are open from ten to six." }],
  };
  const drafted = await run({ callers: [second] }, { type: "assistant", assistant: { name: "Bistro", model } });
  expect(drafted.run).toMatchObject({ isDraft: true, itemCounts: { passed: 1 } });
  expect(one.run.itemCounts).toMatchObject({ failed: 1 });
});

test("an item is unstable, in both runs, if its seed had the other verdict in an earlier run of the suite", async () => {
  const model = { provider: "custom-llm", model: "fickle", url: models.url };
  const fickle = await created<Assistant>("/assistant", { name: "Fickle", model });
  const suite = await created("/eval/simulation/suite", { name: "Fickle", simulationIds: [] });
  const steps = [{ say: "When are you open?" }];
  await scenario({ testSuiteId: suite.id, steps });
  const runOnce = async (assistantId: string, seed: number, words: string) => {
    models.reply({ kind: "words", words: [words] });
    const simulations = [{ type: "simulationSuite", simulationSuiteId: suite.id }];
    const { id } = await created("/eval/simulation/run", { simulations, target: { type: "assistant", assistantId }, seed });
    await ended(id);
    return id;
  };
  const unstableIn = async (id: string) =>
    (await get<SimulationMatrix>(`/eval/simulation/run/${id}/matrix`)).cells.map((cell) => [cell.passed, cell.isUnstable]);
  const passed = await runOnce(fickle.id, 1, "From nine to five.");
  const ofAnotherSeed = await runOnce(fickle.id, 2, "At noon.");
  expect([await unstableIn(passed), await unstableIn(ofAnotherSeed)]).toEqual([[[1, false]], [[0, false]]]);
  const failed = await runOnce(fickle.id, 1, "At noon.");
  expect([await unstableIn(passed), await unstableIn(failed)]).toEqual([[[1, true]], [[0, true]]]);
  expect(await unstableIn(ofAnotherSeed)).toEqual([[0, false]]);
});

test("a run says how far people agree with the judge, once a model has judged", async () => {
  const { id: scenarioId } = await scenario({ steps: [{ say: "Hello." }], scorers: [{ type: "ai", rubric: "Is polite" }] });
  const scoredRun = async (assistantId: string) => {
    const simulations = [{ type: "simulation", scenarioId }];
    const run = await created("/eval/simulation/run", { simulations, target: { type: "assistant", assistantId } });
    expect(await ended(run.id)).not.toHaveProperty("agreement");
    const [item] = await get<SimulationRunItem[]>(`/eval/simulation/run/${run.id}/item`);
    const scores = [{ scorer: 0, result: "fail" }];
    await client.json("PUT", `/eval/simulation/run/${run.id}/item/${item?.id}/score`, { scores });
    return ended(run.id);
  };
  models.reply({ kind: "words", words: ['{"reasoning": "It is curt.", "result": "fail"}'] });
  const model = { provider: "custom-llm", model: "judge", url: models.url };
  const judging = await created<Assistant>("/assistant", { name: "Judging", model });
  expect(await scoredRun(judging.id)).toMatchObject({ agreement: { scored: 1, agreed: 1 } });
  // Without a language model, the criterion fails, and nobody has judged it.
  expect(await scoredRun(assistant.id)).not.toHaveProperty("agreement");
});

test("an estimate counts conversations and calls, and says what has no price", async () => {
  const estimate = (body: object) => {
    const one = { type: "simulation", scenario: { name: "Asks", instructions: "When are you open?", evaluations: [], ...body } };
    const model = { provider: "openai", model: "no-such-model" };
    return (own?: object) =>
      client.json<SimulationEstimate>("POST", "/eval/simulation/run/estimate", {
        simulations: [one],
        target: own ? { type: "assistant", assistant: { model: { ...model, ...own } } } : target(),
        iterations: 4,
      });
  };
  const { status, body: free } = await estimate({})();
  expect([status, free]).toEqual([200, { conversations: 4, calls: 0, minutes: 0, cost: 0, unpriced: [] }]);
  const { body: sound } = await estimate({ type: "voice", steps: [{ say: "Hello." }, { say: "Bye." }] })();
  expect(sound).toMatchObject({ conversations: 4, calls: 4, minutes: 2, cost: 0 });
  const { body: unknown } = await estimate({})({ model: "no-such-model" });
  expect(unknown).toMatchObject({ cost: 0, unpriced: [{ part: "model", provider: "openai", model: "no-such-model" }] });
  const { body: priced } = await estimate({})({ model: "gpt-4o" });
  expect(priced.cost).toBeGreaterThan(0);
});

test("a run calls a number of the simulated line, and no telephone", async () => {
  const { id: own } = await created("/phone-number", { provider: "simulated", assistantId: assistant.id });
  const body = (phoneNumberId: string) => ({
    simulations: [{ type: "simulation", scenario: { name: "Asks", instructions: "When are you open?", evaluations: [] } }],
    transport: { provider: "vapi.websocket", phoneNumberId },
  });
  // Without a target: who answers the number.
  const known = await client.json<SimulationEstimate>("POST", "/eval/simulation/run/estimate", body(own));
  expect([known.status, known.body]).toMatchObject([200, { calls: 1 }]);
  const trunk = await created("/phone-number", { provider: "vonage", number: "+14155550100", credentialId: (await vonage()).id });
  const refused = await client.json<ErrorBody>("POST", "/eval/simulation/run", body(trunk.id));
  expect([refused.status, String(refused.body.message)]).toEqual([
    400,
    expect.stringContaining("simulations call no telephones"),
  ]);
  const chat = { ...body(own), transport: { provider: "vapi.webchat", phoneNumberId: own } };
  expect((await client.json("POST", "/eval/simulation/run", chat)).status).toBe(400);
});
