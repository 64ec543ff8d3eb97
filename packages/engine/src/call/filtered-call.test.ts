import { APP_CHANNEL, type CreateAssistant } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { partsOf, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const ASSISTANT: CreateAssistant = {
  firstMessageMode: "assistant-waits-for-user",
  startSpeakingPlan: { smartEndpointingEnabled: false },
  compliancePlan: { securityFilterPlan: { enabled: true, filters: [{ type: "xss" }, { type: "regex", regex: "blueberry" }] } },
};

test("whatever way the caller's words come, the model and the events get them filtered", async () => {
  const asked: string[] = [];
  const model = {
    provider: "test",
    async *stream({ messages }: { messages: unknown }) {
      asked.push(JSON.stringify(messages));
      yield { type: "text" as const, text: "Yes." };
    },
  };
  const conversation = createConversation({
    assistant: ASSISTANT,
    variableValues: {},
    now: () => new Date(0),
    model: { ...model, stream: (request) => model.stream({ messages: request }) },
  });
  const call = await talk(ASSISTANT, { ...partsOf(ASSISTANT), conversation });
  const send = (message: object) => call.transport.listener?.onText(APP_CHANNEL, JSON.stringify(message));
  const typed = (content: string, role = "user", triggerResponseEnabled = true) => ({
    type: "add-message",
    message: { role, content },
    triggerResponseEnabled,
  });
  send(typed("one blueberry here", "user", false));
  send(typed("two blueberry there", "assistant", false));
  send({ type: "say", message: "three blueberry pies" });
  await passUntil(() => expect(call.said()).toContain("three pies"));
  send(typed("four <script>x</script> blueberry"));
  await passUntil(() => expect(asked).toHaveLength(1));
  send({ type: "end-call" });
  await call.ended();

  expect(asked.join()).toContain("four");
  expect(asked.join()).toContain("three");
  expect(JSON.stringify([asked, call.told.events, call.transport.sent])).not.toMatch(/blueberry(?!"\])|<script/);
  const filtered = ["regex: blueberry"];
  expect(call.payloads("message.added")).toMatchObject([{ filtered }, { filtered }]);
  expect(call.payloads("control")).toMatchObject([{ control: "say", filtered }]);
  expect(call.payloads("user.said")).toMatchObject([{ text: "four", filtered: ["xss", "regex: blueberry"] }]);
});

test("hostile messages of a caller cost the call host little, and count as filtered", async () => {
  const call = await talk(ASSISTANT, partsOf(ASSISTANT));
  // If each match cost a pass over the whole text, this would take a minute.
  const message = { role: "assistant", content: "<script>".repeat(1_250) };
  for (let sent = 0; sent < 15; sent += 1)
    call.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "add-message", message, triggerResponseEnabled: false }));
  await passUntil(() => expect(call.payloads("message.added")).toHaveLength(15));
  for (const payload of call.payloads("message.added"))
    expect(payload).toMatchObject({ content: "[FILTERED]", filtered: [expect.stringMatching(/^limit: \d+ steps$/)] });
  call.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "end-call" }));
  await call.ended();
});
