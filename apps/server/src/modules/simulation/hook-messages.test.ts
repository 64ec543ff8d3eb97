import type { SimulationRun, WebhookDelivery } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type LoopbackServer, startLoopbackServer } from "../credential/outgoing/testing/loopback-server.ts";

let server: TestServer;
let client: TestClient;
let outside: LoopbackServer;
beforeAll(async () => {
  outside = await startLoopbackServer((response) => response.end("{}"));
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
});
beforeEach(() => {
  outside.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await outside.close();
});

const assistant = {
  name: "Riley",
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "We open at nine." }] },
};
const at = (path: string, more: object = {}) => ({ type: "webhook", server: { url: `${outside.origin}/${path}`, ...more } });

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity;
}

async function run(simulation: object, more: object = {}): Promise<string> {
  const { id } = await created("/eval/simulation/run", {
    simulations: [simulation],
    target: { type: "assistant", assistant },
    transport: { provider: "vapi.webchat" },
    ...more,
  });
  const read = async () => (await client.json<SimulationRun>("GET", `/eval/simulation/run/${id}`)).body.status;
  await expect.poll(read, { timeout: 30_000 }).toBe("ended");
  return id;
}

const scenario = (hooks: object[]) => ({
  name: "Asks",
  instructions: "When do you open?",
  evaluations: [],
  scorers: [{ type: "ai", rubric: "Says when", check: { type: "said", text: "nine" } }],
  hooks,
});

const bodiesAt = (path: string) => outside.arrived.filter(({ url }) => url === `/${path}`).map(({ body }) => JSON.parse(body));

test("hooks of a scenario tell the start and the end of each item once, with what they include", async () => {
  const ended = { ...at("ended", { headers: { "x-key": "k" } }), include: { transcript: true, messages: true } };
  const hooks = [
    { on: "simulation.run.started", do: [at("started")] },
    { on: "simulation.run.ended", do: [ended, at("short")] },
  ];
  const runId = await run({ type: "simulation", scenario: scenario(hooks) }, { iterations: 2 });
  await expect.poll(() => outside.arrived.length, { timeout: 20_000 }).toBe(6);
  const [first] = bodiesAt("started");
  expect(first.message).toMatchObject({
    type: "simulation.run.started",
    messageId: expect.any(String),
    simulationRunItem: { runId, status: "running", scenarioName: "Asks" },
  });
  const items = bodiesAt("ended").map(({ message }) => message);
  expect(items.map(({ simulationRunItem }) => simulationRunItem.seed).sort()).toEqual([1, 2]);
  for (const message of items) {
    expect(message.simulationRunItem).toMatchObject({ status: "passed", results: { passed: true } });
    expect(message.transcript).toContain("When do you open?");
    expect(message.messages).toEqual(expect.arrayContaining([{ role: "user", content: "When do you open?" }]));
    // The scenario with the headers of its hooks stays here.
    expect(JSON.stringify(message)).not.toContain("x-key");
  }
  expect(outside.arrived.find(({ url }) => url === "/ended")?.headers["x-key"]).toBe("k");
  for (const { message } of bodiesAt("short")) expect(message).not.toHaveProperty("transcript");
  const { body } = await client.json<{ results: WebhookDelivery[] }>("GET", "/webhook-delivery?target=simulation");
  expect(body.results.map(({ type, status }) => `${type} ${status}`)).toContain("simulation.run.ended delivered");
});

test("a server that fails gets the message of a hook again", async () => {
  const backoffPlan = { type: "fixed", maxRetries: 2, baseDelaySeconds: 0 };
  let asked = 0;
  outside.answer = (response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 503 : 200).end();
  };
  await run({ type: "simulation", scenario: scenario([{ on: "simulation.run.ended", do: [at("again", { backoffPlan })] }]) });
  await expect.poll(() => bodiesAt("again").length, { timeout: 20_000 }).toBe(2);
  const [first, second] = bodiesAt("again");
  expect(second).toEqual(first);
});

test("the end of a suite's run is told to its channel of Slack, in the form that Slack takes", async () => {
  const suite = await created("/eval/simulation/suite", {
    name: "Front <desk>",
    simulationIds: [],
    slackWebhookUrl: `${outside.origin}/slack`,
  });
  const { hooks: _, ...asks } = scenario([]);
  await created("/eval/simulation/scenario", { ...asks, testSuiteId: suite.id });
  const runId = await run({ type: "simulationSuite", simulationSuiteId: suite.id }, { name: "Nightly", iterations: 2 });
  await expect.poll(() => outside.arrived.length, { timeout: 20_000 }).toBe(1);
  const [body] = bodiesAt("slack");
  expect(Object.keys(body)).toEqual(["text"]);
  expect(body.text).toMatch(/^\*Front &lt;desk&gt; · Nightly\*: 2 of 2 conversations passed\. <http\S+\|Open the run>$/);
  expect(body.text).toContain(`/simulations/runs/${runId}|`);
});
