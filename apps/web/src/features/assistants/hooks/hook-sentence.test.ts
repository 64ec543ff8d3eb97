import { randomUUID } from "node:crypto";
import { HOOK_EVENTS, Hook } from "@callwright/contract";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "../../../messages/i18n.ts";
import { hookSentence } from "./hook-sentence.ts";

beforeAll(() =>
  startI18n((error) => {
    throw error;
  }),
);

const toolId = randomUUID();
const sentenceOf = (hook: object) =>
  hookSentence(Hook.parse(hook), { t: i18next.t, toolName: (id) => (id === toolId ? "book_appointment" : undefined) });
const say = (exact: string | string[]) => ({ type: "say", exact });

test.each<[object, string]>([
  [
    { on: "customer.speech.timeout", do: [say("Are you still there?")] },
    "When the customer is silent for 7.5 s, say “Are you still there?” (at most 3 times).",
  ],
  [
    {
      on: "customer.speech.timeout[toolCallId=x]",
      do: [say(["One moment.", "Still busy."])],
      options: { timeoutSeconds: 4, triggerMaxCount: 1, triggerResetMode: "onUserSpeech" },
    },
    "When the customer is silent for 4 s (toolCallId=x), say one of 2 sentences, for example “One moment.” (once, and again after the customer speaks).",
  ],
  [
    {
      on: "call.ending",
      do: [{ type: "tool", toolId }],
      filters: [{ type: "oneOf", key: "call.endedReason", oneOf: ["silence-timed-out"] }],
    },
    "When the call ends with silence-timed-out, run book_appointment.",
  ],
  [
    {
      on: "call.ending",
      do: [
        { type: "tool", toolId: randomUUID() },
        { type: "tool", tool: { type: "endCall" } },
      ],
    },
    "When the call ends, run a tool, then run endCall.",
  ],
  [
    {
      on: "call.timeElapsed",
      do: [{ type: "message.add", message: { role: "system", content: "Wrap up." } }],
      options: { seconds: 0 },
    },
    "When the call has lasted 0 s, add to the history as system: “Wrap up.”, and reply.",
  ],
  [
    {
      on: "assistant.transcriber.endpointedSpeechLowConfidence",
      do: [{ type: "say", prompt: "Ask them to repeat." }],
      options: { confidenceMax: 0.4 },
    },
    "When the transcriber's confidence is between 0 and 0.4, let the model speak: “Ask them to repeat.”",
  ],
  [{ on: "session.created", do: [] }, "When a session starts, do nothing yet."],
])("%j", (hook, sentence) => {
  expect(sentenceOf(hook)).toBe(sentence);
});

test("every event has words of its own", () => {
  const sentences = HOOK_EVENTS.map((on) => sentenceOf({ on, do: [] }));
  expect(new Set(sentences).size).toBe(HOOK_EVENTS.length);
});

test("a hook that is still being written has a sentence, too", () => {
  const sentence = hookSentence(
    { on: "customer.speech.timeout", do: [{ type: "say" }] },
    { t: i18next.t, toolName: () => undefined },
  );
  expect(sentence).toBe("When the customer is silent for 7.5 s, say nothing yet (at most 3 times).");
});
