import type { Assistant, CallerBehavior, SuiteTest, TesterStep } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { resolveTarget } from "../assistant/resolve-target.ts";
import { CallService } from "../call/runtime/call-service.ts";
import { FakeCallHostPool } from "../call/runtime/testing/fake-call-host-pool.ts";
import { runAttempt } from "./run-attempt.ts";

const GREETING = "Hello, this is the bistro.";

/** Call hosts with an agent that repeats the caller's words. Its first answer goes on until the caller speaks into it, if it is `talkative`. */
class RepeatingPool extends FakeCallHostPool {
  talkative = false;
  /** Said on its own after the greeting. */
  reminder: string | undefined;
  #turn = 0;
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
let assistantId: string;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  const { body } = await client.json<Assistant>("POST", "/assistant", { name: "Bistro", firstMessage: GREETING });
  assistantId = body.id;
});
afterAll(() => server.close());

async function attemptOf(steps: TesterStep[], behavior: CallerBehavior, prepare: (pool: RepeatingPool) => void = () => {}) {
  let pool: RepeatingPool | undefined;
  const calls = new CallService(server.context, {
    createPool: (options) => {
      pool = new RepeatingPool(options, () => new Date());
      prepare(pool);
      return pool;
    },
  });
  const { orgId } = client;
  const target = await resolveTarget(server.context, orgId, "call", { assistantId });
  const test = { type: "voice", script: "", steps, scorers: [] } as unknown as SuiteTest;
  const { signal } = new AbortController();
  const options = { orgId, target, tester: null, test, caller: { behavior, seed: 7 }, signal };
  const { attempt } = await runAttempt({ ...server.context, calls }, options);
  return { attempt, scripts: pool?.scripts.map(({ script }) => script) ?? [] };
}

test("a caller speaks into an answer, whose part that was heard stays with its turn", async () => {
  const { attempt } = await attemptOf([{ say: "One" }, { say: "Two" }], { patience: { interrupts: 1 } }, (pool) => {
    pool.talkative = true;
  });
  expect(attempt).toMatchObject({ greeting: GREETING, endedBy: "tester" });
  expect(attempt.turns).toEqual([
    expect.objectContaining({ said: "One", heard: "One", answer: "You said" }),
    expect.objectContaining({ said: "Two", heard: "Two", answer: "You said: Two", interrupts: true }),
  ]);
});

test("what the agent says in a silence of the caller is a part of its last words", async () => {
  const { attempt } = await attemptOf([{ say: "One" }], { patience: { goesSilent: 1, silenceMs: 2_500 } }, (pool) => {
    pool.reminder = "Are you still there?";
  });
  expect(attempt.greeting).toBe(`${GREETING} Are you still there?`);
  expect(attempt.turns?.map(({ said, answer }) => [said, answer])).toEqual([["One", "You said: One"]]);
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
  expect(attempt.turns?.[0]).toMatchObject({ said, meant: "A table, please. For two." });
});
