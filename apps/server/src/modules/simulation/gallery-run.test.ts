import { randomUUID } from "node:crypto";
import type {
  Assistant,
  ErrorBody,
  GeneratedScenarios,
  Personality,
  SimulationMatrix,
  SimulationRun,
  SimulationRunItem,
} from "@callwright/contract";
import { assistantOf, PERSONALITIES } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

const PROMPT = "We are open from Monday to Friday, nine to six.\nQ: Is parking free?\nA: Yes, behind the house.";
const BOOK = {
  type: "function",
  function: {
    name: "book_appointment",
    description: "Books a visit to the dentist.",
    parameters: {
      type: "object",
      properties: { date: { type: "string", format: "date" }, name: { type: "string", description: "The patient's full name" } },
      required: ["date", "name"],
    },
  },
};

let server: TestServer;
let client: TestClient;
let assistantId: string;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: PROMPT }], tools: [BOOK] };
  assistantId = (await created<Assistant>("/assistant", { name: "Dentist", model })).id;
});
afterAll(() => server.close());

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.anything()]);
  return entity;
}

const get = async <Entity>(path: string) => (await client.json<Entity>("GET", path)).body;

async function ended(id: string): Promise<SimulationRun> {
  const path = `/eval/simulation/run/${id}`;
  await expect.poll(async () => (await get<SimulationRun>(path)).status, { timeout: 30_000 }).toBe("ended");
  return get(path);
}

const SCENARIO = {
  name: "Books",
  instructions: "Book an appointment on Thursday. Say thank you and hang up once it is done.",
  evaluations: [],
  facts: [{ name: "Name", value: "Ada Lovelace", tells: "if asked" }],
  toolMocks: [{ toolName: "book_appointment", result: "Your appointment is booked." }],
  scorers: [
    {
      type: "ai",
      rubric: "Books for Ada",
      check: { type: "tool-called", toolName: "book_appointment", arguments: { name: "Ada Lovelace" } },
    },
  ],
};

test("a suite runs with callers of the gallery and personalities, each seed with its own words", async () => {
  const [umm] = PERSONALITIES.filter(({ key }) => key === "says-um");
  const { id: own } = await created<Personality>("/eval/simulation/personality", {
    name: "Our um",
    assistant: umm && assistantOf(umm),
    behavior: umm?.behavior,
  });
  const suite = await created("/eval/simulation/suite", { name: "Callers", simulationIds: [], callers: ["in-a-hurry", own] });
  await created("/eval/simulation/scenario", { ...SCENARIO, testSuiteId: suite.id });
  const { id } = await created("/eval/simulation/run", {
    simulations: [{ type: "simulationSuite", simulationSuiteId: suite.id }],
    target: { type: "assistant", assistantId },
    iterations: 4,
    seed: 5,
  });
  expect((await ended(id)).itemCounts).toMatchObject({ total: 8, passed: 8 });
  const { callers } = await get<SimulationMatrix>(`/eval/simulation/run/${id}/matrix`);
  expect(callers).toMatchObject([
    { key: "in-a-hurry", name: "In a hurry" },
    { id: own, name: "Our um" },
  ]);
  const items = await get<SimulationRunItem[]>(`/eval/simulation/run/${id}/item`);
  expect(items.map(({ seed }) => seed)).toEqual([5, 6, 7, 8, 5, 6, 7, 8]);
  expect(items.map(({ playedBy }) => playedBy)).toEqual(items.map(() => "rules"));
  const whole = await Promise.all(items.map((item) => get<SimulationRunItem>(`/eval/simulation/run/${id}/item/${item.id}`)));
  const transcripts = whole.map(({ metadata }) => metadata?.call?.transcript ?? "");
  expect(new Set(transcripts).size).toBeGreaterThan(4);
  for (const transcript of transcripts.slice(4)) expect(transcript).toMatch(/\b(?:um|uh|er)\b/i);
});

test("a behavior with unknown fields and a suite with an unknown caller are refused", async () => {
  const refused = await client.json<ErrorBody>("POST", "/eval/simulation/personality", {
    name: "Wrong",
    assistant: {},
    behavior: { habits: { hums: 1 } },
  });
  expect([refused.status, String(refused.body.message)]).toEqual([400, expect.stringContaining("behavior.habits")]);
  for (const path of ["/test-suite", "/eval/simulation/suite"]) {
    const body = { name: "Wrong", simulationIds: [], callers: ["angry", "nobody"] };
    const suite = await client.json<ErrorBody>("POST", path, body);
    const sentence = /^callers\.1 must be the id of a personality .* or one of in-a-hurry, .*; 'nobody' is neither$/;
    expect([suite.status, String(suite.body.message)]).toEqual([400, expect.stringMatching(sentence)]);
    const { id } = await created(path, { name: "Right", simulationIds: [], callers: ["angry"] });
    const change = await client.json<ErrorBody>("PATCH", `${path}/${id}`, { callers: [randomUUID()] });
    expect([change.status, String(change.body.message)]).toEqual([400, expect.stringContaining("callers.0 must be")]);
  }
});

test("a suite with a deleted caller can be changed, and its run names the caller", async () => {
  const { id: caller } = await created<Personality>("/eval/simulation/personality", { name: "Ada", assistant: {} });
  const suite = await created("/eval/simulation/suite", { name: "Old", simulationIds: [], callers: [caller] });
  await created("/eval/simulation/scenario", { ...SCENARIO, testSuiteId: suite.id });
  await client.json("DELETE", `/eval/simulation/personality/${caller}`);
  const { status } = await client.json("PATCH", `/eval/simulation/suite/${suite.id}`, {
    name: "New",
    callers: [caller, "angry"],
  });
  expect(status).toBe(200);
  const run = await client.json<ErrorBody>("POST", "/eval/simulation/run", {
    simulations: [{ type: "simulationSuite", simulationSuiteId: suite.id }],
    target: { type: "assistant", assistantId },
  });
  expect([run.status, String(run.body.message)]).toEqual([400, expect.stringContaining("callers.0")]);
});

test("scenarios are written for an assistant without a language model, and are not stored", async () => {
  const before = await get<unknown[]>("/eval/simulation/scenario?limit=1000");
  const { scenarios, coverageNotes } = await created<GeneratedScenarios>("/eval/simulation/scenario/generate", { assistantId });
  expect(scenarios.map(({ name, category }) => [name, category])).toEqual([
    ["Book an appointment", "happy_path"],
    ["Is parking free", "happy_path"],
  ]);
  expect(coverageNotes).toMatch(/^1 tool, 0 ways/);
  expect(await get("/eval/simulation/scenario?limit=1000")).toEqual(before);
  const none = await client.json<ErrorBody>("POST", "/eval/simulation/scenario/generate", {});
  expect([none.status, String(none.body.message)]).toEqual([400, expect.stringContaining("assistantId")]);
});
