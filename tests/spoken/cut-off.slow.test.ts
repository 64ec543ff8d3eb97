import { type CallEvent, type SimulationRun, type TestRun, turnsOf } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";

/** A caller who hesitates shows whether an agent speaks before the caller has finished. */

const SEEDS = 20;
/** In one line, a seed may have no pause that is longer than 300 ms. */
const STEPS = [
  { say: "Hello, I would like to know your opening hours on Monday, and on Tuesday afternoon." },
  { say: "I would also like to know your opening hours on Wednesday, and on Thursday morning." },
];
/** Generous, for a busy machine. */
const PATIENCE = { timeout: 1_200_000, interval: 1_000 };

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  // A run takes half of them: four calls at once, which two cores recognize in time.
  server = await startTestServer({ config: { orgConcurrentCalls: 8 } });
  client = await server.signUp();
});
afterAll(() => server.close());

async function created(path: string, body: object): Promise<string> {
  const { status, body: entity } = await client.json<{ id: string }>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity.id;
}

const get = async <Entity>(path: string) => (await client.json<Entity>("GET", path)).body;

/** How many of the seeds' calls have an answer that began before the caller had finished. */
async function cutOffs(startSpeakingPlan: object | undefined): Promise<number> {
  const assistantId = await created("/assistant", {
    name: "Bistro",
    firstMessage: "Hello, this is the bistro.",
    model: {
      provider: "callwright",
      model: "builtin",
      messages: [{ role: "system", content: "We are open from Monday to Friday, nine to five." }],
    },
    ...(startSpeakingPlan && { startSpeakingPlan }),
  });
  const suite = await created("/test-suite", { targetPlan: { assistantId }, callers: ["says-um"], iterations: SEEDS });
  await created(`/test-suite/${suite}/test`, { type: "voice", script: "", steps: STEPS, scorers: [] });
  const simulations = [{ type: "simulationSuite", simulationSuiteId: suite }];
  const id = await created("/eval/simulation/run", { simulations, target: { type: "assistant", assistantId } });
  await expect.poll(async () => (await get<SimulationRun>(`/eval/simulation/run/${id}`)).status, PATIENCE).toBe("ended");
  const attempts = (await get<TestRun>(`/test-suite/${suite}/run/${id}`)).testResults[0]?.attempts ?? [];
  expect(attempts.map(({ failure }) => failure)).toEqual(Array.from({ length: SEEDS }, () => undefined));
  let found = 0;
  for (const { callId, turns = [] } of attempts) {
    const events = await get<CallEvent[]>(`/call/${callId}/event`);
    const answered = [...turnsOf(events).values()].filter(
      ({ trigger, firstFrameSentMs }) => trigger === "speech" && firstFrameSentMs !== undefined,
    );
    if (answered.length > turns.length) found += 1;
  }
  return found;
}

test("a cut-off at 300 ms is found in at least 19 of 20 seeds", { timeout: 1_500_000 }, async () => {
  const plan = { onPunctuationSeconds: 0.3, onNoPunctuationSeconds: 0.3, onNumberSeconds: 0.3 };
  expect(await cutOffs({ transcriptionEndpointingPlan: plan })).toBeGreaterThanOrEqual(19);
});

test("the unchanged assistant lets the caller finish in at least 19 of 20 seeds", { timeout: 1_500_000 }, async () => {
  expect(await cutOffs(undefined)).toBeLessThanOrEqual(1);
});
