import type { Call, TestRun } from "@callwright/contract";
import { expect, test } from "vitest";
import { startTestServer } from "../../apps/server/src/testing/start-test-server.ts";

/** A voice test of a suite, heard on both sides. */

/** Generous, for a busy machine. */
const PATIENCE = { timeout: 180_000, interval: 500 };

test("a tester calls an assistant: each hears the other, and the call has its recording", { timeout: 300_000 }, async () => {
  const server = await startTestServer();
  try {
    const client = await server.signUp();
    const create = async (path: string, body: object) => (await client.json<{ id: string }>("POST", path, body)).body.id;
    const assistantId = await create("/assistant", {
      name: "Bistro",
      firstMessage: "Hello, this is the bistro.",
      model: {
        provider: "callwright",
        model: "builtin",
        messages: [{ role: "system", content: "We are open from nine to five. Parking is free behind the house." }],
      },
      endCallPhrases: ["Goodbye"],
    });
    const suite = await create("/test-suite", { targetPlan: { assistantId } });
    const check = (of: object) => ({ type: "ai", rubric: "As expected.", check: of });
    await create(`/test-suite/${suite}/test`, {
      type: "voice",
      name: "Asks for the hours",
      script: "",
      steps: [
        {
          say: "Hello, what are your opening hours?",
          branches: [{ answerHas: "nine to five", goTo: "parking" }],
          otherwise: "end",
        },
        { name: "parking", say: "Is there free parking?" },
      ],
      scorers: [
        check({ type: "said", text: "this is the bistro" }),
        check({ type: "said", text: "nine to five", turn: 1 }),
        check({ type: "said", text: "parking is free", turn: 2 }),
        check({ type: "ended-by", by: "tester" }),
        check({ type: "within-turns", turns: 2 }),
        check({ type: "latency", maxMs: 60_000 }),
      ],
    });
    const run = await create(`/test-suite/${suite}/run`, {});
    const get = async () => (await client.json<TestRun>("GET", `/test-suite/${suite}/run/${run}`)).body;
    await expect.poll(async () => (await get()).status, PATIENCE).toBe("completed");
    const [attempt] = (await get()).testResults[0]?.attempts ?? [];
    expect(attempt, JSON.stringify(attempt, null, 2)).toMatchObject({ result: "pass", endedBy: "tester" });
    expect(attempt?.turns?.map(({ heard }) => heard?.toLowerCase())).toEqual([
      expect.stringContaining("open"),
      expect.stringContaining("parking"),
    ]);
    const call = (await client.json<Call>("GET", `/call/${attempt?.callId}`)).body;
    const recording = await (await fetch(call.artifact?.stereoRecordingUrl ?? "")).arrayBuffer();
    const samples = new Int16Array(recording.slice(44));
    for (const side of [0, 1]) expect(samples.some((sample, index) => index % 2 === side && Math.abs(sample) > 655)).toBe(true);
  } finally {
    await server.close();
  }
});
