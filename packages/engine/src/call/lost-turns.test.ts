import { type CreateAssistant, type ServerTelemetry, TELEMETRY_CHANNEL } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import type { ModelRequest } from "../model/language-model.ts";
import { partsOf } from "../testing/fake-call.ts";
import { passUntil } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { openCalls } from "../testing/open-calls.ts";
import { ScriptedTts } from "../testing/scripted-tts.ts";
import { speechSample } from "../testing/speech-sample.ts";

/** No turn of the caller and no answer is lost, whenever somebody interrupts or hangs up. */

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

const open = openCalls();

/** The caller interrupts by voice. Punctuation ends a turn after 0.1 s. */
const ASSISTANT: CreateAssistant = {
  firstMessageMode: "assistant-waits-for-user",
  startSpeakingPlan: { smartEndpointingEnabled: false },
};
const LONG_MS = 8_000;
/** The voice detector is native code, which does not keep to stopped time: it notices the caller within this. */
const ENDLESS_MS = 100_000;
const lengthMs = (text: string) => (text.includes("endless") ? ENDLESS_MS : text.includes("long") ? LONG_MS : 500);

/** A call with recognition in the browser. The model repeats the question, after `thought`. */
async function talk({ thought = async (_question: string): Promise<void> => {}, assistant = ASSISTANT } = {}) {
  const seen: string[] = [];
  const model = {
    provider: "test",
    async *stream({ history }: ModelRequest) {
      seen.push(history.map((item) => (item.type === "tool" ? "tool" : `${item.type} ${item.text}`)).join(" | "));
      const last = history.at(-1);
      const question = last?.type === "user" ? last.text : "";
      await thought(question);
      yield { type: "text" as const, text: `You asked about this: ${question}` };
    },
  };
  const voices = onlyVoice(new ScriptedTts(lengthMs));
  const conversation = createConversation({ assistant, variableValues: {}, model, now: () => new Date(0) });
  const set = await open(
    async () => ({
      ...partsOf(assistant),
      conversation,
      voices,
      hearing: "browser" as const,
    }),
    assistant,
  );
  set.transport.listener?.onChannelOpen(TELEMETRY_CHANNEL);
  const telemetry = (type: ServerTelemetry["type"]) =>
    set.transport.sentOn(TELEMETRY_CHANNEL).filter((text) => (JSON.parse(text) as ServerTelemetry).type === type).length;
  const asked = () => set.payloads("user.said").map(({ text }) => text);
  const answered = () => set.payloads("assistant.said").map(({ text, interrupted }) => `${text}${interrupted ? " CUT" : ""}`);
  const type = (text: string) => set.send({ type: "add-message", message: { role: "user", content: text } });
  return { ...set, conversation, telemetry, asked, answered, type, seen };
}

it("does not mute an assistant who is interrupted again and again", async () => {
  const call = await talk();
  for (const question of ["long one.", "long two.", "long three."]) {
    const before = call.payloads("speech.started").length;
    call.recognize(question);
    await passUntil(() => expect(call.payloads("speech.started").length).toBeGreaterThan(before));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  call.recognize("last.");
  await passUntil(() => expect(call.answered().at(-1)).toBe("You asked about this: last."));
  expect(call.answered().slice(0, 3)).toEqual(Array(3).fill(expect.stringMatching(/ CUT$/)));
  expect(call.payloads("user.interrupted")).toHaveLength(3);
});

describe("a speech that is paused", () => {
  it("by a voice is ended by its words, which are a turn", async () => {
    const call = await talk();
    call.recognize("endless one.");
    await passUntil(() => expect(call.payloads("speech.started")).toHaveLength(1));
    call.speak(await speechSample("What are your opening hours?"));
    await passUntil(() => expect(call.telemetry("speech-hushed")).toBe(1));
    call.recognize("hours.");
    call.speak(new Int16Array(2 * SAMPLE_RATE));
    await passUntil(() => expect(call.answered().at(-1)).toBe("You asked about this: endless one. hours."));
    expect(call.asked()).toEqual(["endless one.", "hours."]);
  });

  it("keeps a question that is typed meanwhile", async () => {
    const call = await talk();
    call.recognize("endless one.");
    await passUntil(() => expect(call.payloads("speech.started")).toHaveLength(1));
    call.speak(await speechSample("What are your opening hours?"));
    await passUntil(() => expect(call.telemetry("speech-hushed")).toBe(1));
    call.type("parking.");
    call.speak(new Int16Array(2 * SAMPLE_RATE));
    await passUntil(() => expect(call.answered().at(-1)).toBe("You asked about this: endless one. parking."));
  });
});

describe("words that are not final", () => {
  it("begin the caller's speech where no voice was detected", async () => {
    const call = await talk();
    call.recognize("what", false);
    await vi.advanceTimersByTimeAsync(2_000);
    call.recognize("what about sunday.");
    await passUntil(() => expect(call.asked()).toHaveLength(1));
    const [{ startMs = 0, endMs = 0 } = {}] = call.payloads("user.said");
    expect(endMs - startMs).toBe(2_000);
  });

  it("do not begin it earlier than a noise that was no words", async () => {
    const call = await talk();
    call.speak(await speechSample("Hello?"));
    call.speak(new Int16Array(SAMPLE_RATE));
    await passUntil(() => expect(call.payloads("speech.stopped")).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(10_000);
    call.recognize("what", false);
    await vi.advanceTimersByTimeAsync(2_000);
    call.recognize("what about sunday.");
    await passUntil(() => expect(call.asked()).toHaveLength(1));
    const [{ startMs = 0 } = {}] = call.payloads("user.said");
    expect(startMs).toBeGreaterThan(10_000);
  });
});

describe("the caller's last words", () => {
  it.each([true, false])("are kept when the call ends before they are a turn, final: %s", async (final) => {
    const call = await talk();
    call.recognize("please call me back", final);
    call.call.end("customer-ended-call");
    await passUntil(() => expect(call.told.ended).toEqual(["customer-ended-call"]));
    expect(call.asked()).toEqual(["please call me back"]);
    expect(call.conversation.messages.at(-1)).toMatchObject({ role: "user", content: "please call me back" });
    expect(call.told.events.at(-1)?.type).toBe("call.ended");
  });

  it("are kept together with what was typed meanwhile, in this order", async () => {
    const call = await talk();
    call.recognize("please call me back");
    call.type("555 0199");
    call.call.end("customer-ended-call");
    await passUntil(() => expect(call.told.ended).toHaveLength(1));
    expect(call.asked()).toEqual(["please call me back", "555 0199"]);
  });

  it("are kept when they were said over a speech that may not be interrupted", async () => {
    const call = await talk({
      assistant: { ...ASSISTANT, firstMessageMode: "assistant-speaks-first", firstMessage: "A long greeting." },
    });
    await passUntil(() => expect(call.payloads("speech.started")).toHaveLength(1));
    call.recognize("wrong number");
    call.call.end("customer-ended-call");
    await passUntil(() => expect(call.told.ended).toHaveLength(1));
    expect(call.asked()).toEqual(["wrong number"]);
  });
});
