import { APP_CHANNEL } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { expect, it, vi } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { partsOf, QUIET_ASSISTANT, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";
import { PartFailures } from "./part-failures.ts";

function setUp() {
  const tooMany: string[] = [];
  const failures = new PartFailures({
    report: () => {},
    onProblem: () => {},
    onTooMany: (endedReason) => tooMany.push(endedReason),
  });
  const fail = (part: "model" | "voice", provider: string) => failures.failed(part, { provider, message: "It failed." });
  return { failures, fail, tooMany };
}

it("gives up at the third failure of a part in a row", () => {
  const { fail, tooMany } = setUp();
  fail("model", "openai");
  fail("voice", "11labs");
  fail("model", "openai");
  expect(tooMany).toEqual([]);
  fail("model", "openai");
  expect(tooMany).toEqual(["call.in-progress.error-providerfault-openai-llm-failed"]);
});

it("starts over after a success", () => {
  const { failures, fail, tooMany } = setUp();
  fail("voice", "11labs");
  fail("voice", "11labs");
  failures.succeeded("voice");
  fail("voice", "11labs");
  expect(tooMany).toEqual([]);
});

it("counts no model that another one stands in for; each is an event", async () => {
  initializeLogger({ pretty: false, level: "silent" });
  stopTime();
  const message = "gpt-4.1 failed and gpt-4o answers instead.";
  const model = {
    provider: "openai",
    async *stream() {
      yield { type: "fell-back" as const, message };
      yield { type: "text" as const, text: "Yes." };
    },
  };
  const assistant = QUIET_ASSISTANT;
  const conversation = createConversation({ assistant, variableValues: {}, model, now: () => new Date(0) });
  const { call, transport, said, payloads, told } = await talk(assistant, { ...partsOf(assistant), conversation });
  for (let count = 1; count <= 4; count++) {
    const question = { type: "add-message", message: { role: "user", content: `Question ${count}?` } };
    transport.listener?.onText(APP_CHANNEL, JSON.stringify(question));
    await passUntil(() => expect(said()).toHaveLength(count));
  }
  expect(payloads("failure")).toEqual(Array.from({ length: 4 }, () => ({ part: "model", provider: "openai", message })));
  expect(told.ended).toEqual([]);
  call.end("worker-shutdown");
  vi.useRealTimers();
});
