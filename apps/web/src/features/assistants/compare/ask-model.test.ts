import type { CreateAssistant, WebChatEvent } from "@callwright/contract";
import { expect, test } from "vitest";
import { askModel, type ComparedAnswer } from "./ask-model.ts";

const ids = { id: "chat", sessionId: "session" };
const delta = (text: string): WebChatEvent => ({ ...ids, path: "chat.output[0].content", delta: text });
const usage = { inputTokens: 20, cachedTokens: 4, outputTokens: 5, firstTokenMs: 1 };

/** Each event comes 100 ms after the one before it. */
async function ask(events: (WebChatEvent | Error)[], config: CreateAssistant = {}) {
  let nowMs = 0;
  const bodies: unknown[] = [];
  const seen: ComparedAnswer[] = [];
  await askModel(config, "Open?", {
    stream: async function* (body) {
      bodies.push(body);
      for (const event of events) {
        nowMs += 100;
        if (event instanceof Error) throw event;
        yield event;
      }
    },
    now: () => nowMs,
    onChange: (answer) => seen.push(answer),
  });
  return { last: seen.at(-1), seen, bodies };
}

test("the words are seen as they come, with the time to the first one, the whole time and the tokens of all requests", async () => {
  const { last, seen } = await ask([delta("At"), delta(" eight."), { ...ids, usage }, { ...ids, usage }]);
  expect(seen.map(({ text }) => text).slice(0, 3)).toEqual(["", "At", "At eight."]);
  expect(last).toEqual({
    state: "answered",
    text: "At eight.",
    firstTokenMs: 100,
    totalMs: 400,
    tokens: { input: 40, cached: 8, output: 10 },
  });
});

test("a failure says why, and keeps what was said", async () => {
  const error = { statusCode: 500, error: "Internal", message: ["It broke."] };
  expect((await ask([delta("At"), { ...ids, error } as WebChatEvent])).last).toMatchObject({
    state: "failed",
    text: "At",
    reason: "It broke.",
  });
  expect((await ask([new Error("No connection.")])).last).toMatchObject({ state: "failed", reason: "No connection." });
});

test("tools, hooks and servers stay out of it, and the session ends", async () => {
  const { bodies } = await ask([], {
    name: "Riley",
    model: { provider: "openai", model: "gpt-4.1", toolIds: ["a"], tools: [{ type: "endCall" }] },
    server: { url: "https://example.com" },
  });
  expect(bodies).toEqual([
    {
      assistant: { name: "Riley", model: { provider: "openai", model: "gpt-4.1" }, serverMessages: [] },
      input: "Open?",
      name: "Comparison",
      sessionEnd: true,
    },
  ]);
});
