import { type Assistant, type CallEvent, PERSONALITIES, type SuiteTest, turnsOf } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveTarget } from "../../apps/server/src/modules/assistant/resolve-target.ts";
import { CallService } from "../../apps/server/src/modules/call/runtime/call-service.ts";
import { runAttempt } from "../../apps/server/src/modules/simulation/run-attempt.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";

/** A caller who hesitates shows whether an agent speaks before the caller has finished. */

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
/** More calls at once than the machine can recognize would be late, not wrong. */
const AT_ONCE = 2;
const SCENARIO = {
  type: "voice",
  script: "",
  steps: [{ say: "Hello, I would like to know your opening hours on Monday, and on Tuesday afternoon." }],
  scorers: [],
} as unknown as SuiteTest;

let server: TestServer;
let client: TestClient;
let calls: CallService;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  calls = new CallService(server.context);
});
afterAll(async () => {
  await calls.close();
  await server.close();
});

/** How many of the seeds' calls have an answer that began before the caller had finished. */
async function cutOffs(startSpeakingPlan: object | undefined): Promise<number> {
  const { status, body } = await client.json<Assistant>("POST", "/assistant", {
    name: "Bistro",
    firstMessage: "Hello, this is the bistro.",
    model: {
      provider: "callwright",
      model: "builtin",
      messages: [{ role: "system", content: "We are open from Monday to Friday, nine to five." }],
    },
    ...(startSpeakingPlan && { startSpeakingPlan }),
  });
  expect(status).toBe(201);
  const { orgId } = client;
  const target = await resolveTarget(server.context, orgId, "call", { assistantId: body.id });
  const behavior = PERSONALITIES.find(({ key }) => key === "says-um")?.behavior;
  const { signal } = new AbortController();
  const waiting = [...SEEDS];
  let found = 0;
  const worker = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const caller = { behavior, seed };
      const { attempt } = await runAttempt(
        { ...server.context, calls },
        { orgId, target, tester: null, test: SCENARIO, caller, signal },
      );
      expect(attempt.failure).toBeUndefined();
      const { body: events } = await client.json<CallEvent[]>("GET", `/call/${attempt.callId}/event`);
      const answered = [...turnsOf(events).values()].filter(
        ({ trigger, firstFrameSentMs }) => trigger === "speech" && firstFrameSentMs !== undefined,
      );
      if (answered.length > (attempt.turns?.length ?? 0)) found += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

test("a cut-off at 300 ms is found in at least 19 of 20 seeds", { timeout: 900_000 }, async () => {
  const seconds = 0.3;
  const plan = { onPunctuationSeconds: seconds, onNoPunctuationSeconds: seconds, onNumberSeconds: seconds };
  expect(await cutOffs({ transcriptionEndpointingPlan: plan })).toBeGreaterThanOrEqual(19);
});

test("the unchanged assistant lets the caller finish in at least 19 of 20 seeds", { timeout: 900_000 }, async () => {
  expect(await cutOffs(undefined)).toBeLessThanOrEqual(1);
});
