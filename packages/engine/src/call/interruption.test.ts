import { APP_CHANNEL, TELEMETRY_CHANNEL } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { partsOf, QUIET_ASSISTANT, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { ScriptedTts, type SentenceScript } from "../testing/scripted-tts.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

async function talkWith(script: SentenceScript, plan = {}, fields = {}) {
  const assistant = { ...QUIET_ASSISTANT, startSpeakingPlan: { smartEndpointingEnabled: false, ...plan }, ...fields };
  const parts = { ...partsOf(assistant), voices: onlyVoice(new ScriptedTts(script)) };
  const call = await talk(assistant, parts);
  const listener = () => call.transports.at(-1)?.listener;
  return {
    ...call,
    history: () => parts.conversation.messages.map(({ content }) => content),
    recognize: (text: string) => listener()?.onText(TELEMETRY_CHANNEL, JSON.stringify({ type: "recognized", text, final: true })),
    supervise: (content: string) =>
      listener()?.onText(
        APP_CHANNEL,
        JSON.stringify({ type: "say", content, interruptAssistantEnabled: true, interruptionsEnabled: true }),
      ),
    async close() {
      call.call.end("worker-shutdown");
      await passUntil(() => expect(call.told.released).toBe(1));
    },
  };
}

it("before the first sound of an answer removes the answer, and the next words are heard", async () => {
  const call = await talkWith((sentence) => (sentence === "Yes." ? "hang" : 500));
  call.recognize("Are you open.");
  await passUntil(() => expect(call.history()).toContain("Yes."));
  call.supervise("One moment.");
  await passUntil(() => expect(call.said()).toEqual(["One moment."]));
  expect(call.transport.wasAudible).toBe(true);
  expect(call.history()).toEqual(["Are you open.", "One moment."]);
  expect(call.payloads("failure")).toEqual([]);
  await call.close();
});

it("keeps the words that were heard, and the next answer is heard too", async () => {
  const call = await talkWith((sentence) => (sentence === "Yes." ? 500 : 4_000));
  call.supervise("One two three four five six seven eight.");
  await passUntil(() => expect(call.payloads("speech.started")).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(2_000);
  call.recognize("Are you open.");
  await passUntil(() => expect(call.said()).toHaveLength(2));
  const [cut, answer] = call.payloads("assistant.said");
  expect(cut).toMatchObject({ interrupted: true, text: expect.stringMatching(/^One two three( four( five)?)?$/) });
  expect(answer).toMatchObject({ interrupted: false, text: "Yes." });
  expect(call.history()).toEqual([cut?.text, "Are you open.", "Yes."]);
  await call.close();
});

it("keeps all words in the history and the messages when the assistant asks for the model's output", async () => {
  const fields = { modelOutputInMessagesEnabled: true };
  const call = await talkWith((sentence) => (sentence === "Yes." ? 500 : 4_000), {}, fields);
  const all = "One two **three** four five six seven eight.";
  call.supervise(all);
  await passUntil(() => expect(call.payloads("speech.started")).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(2_000);
  call.recognize("Are you open.");
  await passUntil(() => expect(call.said()).toHaveLength(2));
  const [cut, answer] = call.payloads("assistant.said");
  expect(cut).toMatchObject({ interrupted: true, text: expect.stringMatching(/^One two three( four( five)?)?$/), output: all });
  expect(answer).toMatchObject({ text: "Yes.", output: "Yes." });
  expect(call.history()).toEqual([all, "Are you open.", "Yes."]);
  await call.close();
});

it("of the call by its end keeps the caller's last words, whose turn had not ended", async () => {
  const call = await talkWith(() => 500);
  call.recognize("my number is five five");
  await vi.advanceTimersByTimeAsync(300);
  await call.close();
  expect(call.payloads("user.said")).toMatchObject([{ text: "my number is five five" }]);
});
