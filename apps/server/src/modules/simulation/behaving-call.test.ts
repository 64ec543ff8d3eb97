import { type Assistant, type CallerBehavior, LINES, type TesterStep, type TestRun } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { FakeCallHostPool } from "../call/runtime/testing/fake-call-host-pool.ts";

const GREETING = "Hello, this is the bistro.";

/** Call hosts with an agent that repeats the caller's words. Its first answer goes on until the caller speaks into it, if it is `talkative`. */
class RepeatingPool extends FakeCallHostPool {
  talkative = false;
  /** Said on its own after the greeting. */
  reminder: string | undefined;
  #turn = 0;

  reset(): void {
    this.talkative = false;
    this.reminder = undefined;
    this.scripts.length = 0;
    this.#turn = 0;
    this.#open = undefined;
  }

  /** The words so far of the answer that is not finished. */
  #open: string | undefined;

  override play(callId: string, script: PhoneScript): void {
    super.play(callId, script);
    const said = script.flatMap((step) => (step.do === "say" ? [step.text] : []));
    if (said.length > 0) this.#hear(callId, said.join(" "));
    else if (script.at(-1)?.do !== "hold") this.hangUp(callId);
    else {
      this.join(callId);
      this.#answer(callId, GREETING);
      const { reminder } = this;
      if (reminder !== undefined) setTimeout(() => this.#answer(callId, reminder), 1_500);
    }
  }

  #hear(callId: string, text: string): void {
    const turn = ++this.#turn;
    if (this.#open !== undefined) this.#stop(callId, this.#open, true);
    this.#open = undefined;
    this.happen(callId, "speech.started", { role: "user", turn });
    this.happen(callId, "speech.stopped", { role: "user", turn });
    this.happen(callId, "user.said", { text, startMs: 0, endMs: 0, turn, typed: false });
    if (this.talkative && turn === 1) {
      this.happen(callId, "speech.started", { role: "assistant", turn });
      this.#open = "You said";
    } else this.#answer(callId, `You said: ${text}`);
  }

  #answer(callId: string, text: string): void {
    this.happen(callId, "speech.started", { role: "assistant", turn: this.#turn });
    this.#stop(callId, text, false);
  }

  #stop(callId: string, text: string, interrupted: boolean): void {
    const turn = this.#turn;
    this.happen(callId, "assistant.said", { text, startMs: 0, endMs: 0, turn, words: [], interrupted });
    this.happen(callId, "speech.stopped", { role: "assistant", turn });
  }
}

let server: TestServer;
let client: TestClient;
let pool: RepeatingPool;
let assistantId: string;
beforeAll(async () => {
  server = await startTestServer({
    callService: {
      createPool: (options) => {
        pool = new RepeatingPool(options, () => new Date());
        return pool;
      },
    },
  });
  client = await server.signUp();
  assistantId = (await created<Assistant>("/assistant", { name: "Bistro", firstMessage: GREETING })).id;
});
afterAll(() => server.close());
beforeEach(() => {
  pool.reset();
});

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity;
}

/** The one attempt of a caller with this behavior who says these steps. */
async function attemptOf(steps: TesterStep[], behavior: CallerBehavior) {
  const { id: caller } = await created("/eval/simulation/personality", { name: "Caller", assistant: {}, behavior });
  const { id: suite } = await created("/test-suite", { targetPlan: { assistantId }, callers: [caller] });
  await created(`/test-suite/${suite}/test`, { type: "voice", script: "", steps, scorers: [] });
  const simulations = [{ type: "simulationSuite", simulationSuiteId: suite }];
  const { id } = await created("/eval/simulation/run", { simulations, target: { type: "assistant", assistantId }, seed: 7 });
  const run = async () => (await client.json<TestRun>("GET", `/test-suite/${suite}/run/${id}`)).body;
  await expect.poll(async () => (await run()).status, { timeout: 60_000 }).toBe("completed");
  const attempt = (await run()).testResults[0]?.attempts[0];
  return { attempt, scripts: pool.scripts.map(({ script }) => script) };
}

test("a caller speaks into an answer, whose part that was heard stays with its turn", async () => {
  pool.talkative = true;
  const { attempt } = await attemptOf([{ say: "One" }, { say: "Two" }], { patience: { interrupts: 1 } });
  expect(attempt).toMatchObject({ greeting: GREETING, endedBy: "tester" });
  expect(attempt?.turns).toEqual([
    expect.objectContaining({ said: "One", heard: "One", answer: "You said" }),
    expect.objectContaining({ said: "Two", heard: "Two", answer: "You said: Two", interrupts: true }),
  ]);
});

test("what the agent says in a silence of the caller is a part of its last words", async () => {
  pool.reminder = "Are you still there?";
  const { attempt } = await attemptOf([{ say: "One" }], { patience: { goesSilent: 1, silenceMs: 2_500 } });
  expect(attempt?.greeting).toBe(`${GREETING} Are you still there?`);
  expect(attempt?.turns?.map(({ said, answer }) => [said, answer])).toEqual([["One", "You said: One"]]);
});

test("the telephone says the pieces of a message with the pauses between them, after the time to think", async () => {
  const behavior = { patience: { thinksMs: { from: 100, to: 200 } }, habits: { pauses: 1, fillers: 1 } };
  const { attempt, scripts } = await attemptOf([{ say: "A table, please. For two." }], behavior);
  const script = scripts.find((each) => each.some((step) => step.do === "say")) ?? [];
  const [wait, ...rest] = script;
  expect(wait).toEqual({ do: "wait", ms: expect.any(Number) });
  expect(rest.map((step) => step.do)).toEqual([...rest.slice(0, -1).map((_, at) => (at % 2 === 0 ? "say" : "wait")), "hold"]);
  for (const step of rest) if (step.do === "wait") expect([step.ms >= 300, step.ms <= 900]).toEqual([true, true]);
  const said = rest.flatMap((step) => (step.do === "say" ? [step.text] : [])).join(" ");
  expect(attempt?.turns?.[0]).toMatchObject({ said, meant: "A table, please. For two." });
});

test("a caller's voice, speed and line are those of its behavior, and its seed is that of the item", async () => {
  await attemptOf([{ say: "One" }], { voice: "awb", speed: 0.9, line: "speakerphone" });
  const line = LINES.find(({ key }) => key === "speakerphone")?.line;
  expect(pool.specs.at(-1)).toMatchObject({ simulatedCaller: { voice: "awb", speed: 0.9, line, seed: 7 } });
});
