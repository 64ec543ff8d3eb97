import { APP_CHANNEL, type CreateAssistant } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { soundFileVoice } from "../speech/sound-file-voice.ts";
import { VoiceChain } from "../speech/voice-chain.ts";
import { partsOf, QUIET_ASSISTANT, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const LOUD = 5_000;
const sound = (seconds: number) => async () => new Int16Array(seconds * 16_000).fill(LOUD);

/** A call whose first message is a sound file. */
async function greeted(load: () => Promise<Int16Array>, fields: CreateAssistant = {}) {
  const firstMessage = "https://sounds.example/greetings/hello.mp3?v={{secret}}";
  const assistant: CreateAssistant = {
    ...QUIET_ASSISTANT,
    firstMessageMode: "assistant-speaks-first",
    firstMessage,
    ...fields,
  };
  const asked: string[] = [];
  const parts = partsOf(assistant);
  const soundFile = (url: string) => {
    asked.push(url);
    return new VoiceChain([async () => soundFileVoice(load)]);
  };
  const call = await talk(assistant, { ...parts, soundFile });
  const send = (message: object) => call.transport.listener?.onText(APP_CHANNEL, JSON.stringify(message));
  return {
    ...call,
    asked,
    send,
    ask: () => send({ type: "add-message", message: { role: "user", content: "Hi" } }),
    history: () => parts.conversation.messages.map(({ content }) => content),
    async close() {
      call.call.end("worker-shutdown");
      await passUntil(() => expect(call.told.released).toBe(1));
    },
  };
}

it.each<CreateAssistant>([{}, { firstMessageMode: "assistant-waits-for-user" }])(
  "a sound file is played as the first message, and has one word in the transcript: %o",
  async (fields) => {
    const call = await greeted(sound(2), fields);
    const heard = new Set<number>();
    call.transport.sendAudio = (pcm) => {
      for (const sample of pcm) heard.add(sample);
    };
    if (fields.firstMessageMode) call.send({ type: "control", control: "say-first-message" });
    await passUntil(() => expect(call.said()).toEqual(["[hello.mp3]"]));
    expect(call.asked).toEqual(["https://sounds.example/greetings/hello.mp3?v=1234"]);
    expect(heard).toContain(LOUD);
    const [said] = call.payloads("assistant.said");
    expect((said?.endMs ?? 0) - (said?.startMs ?? 0)).toBe(2_000);
    call.ask();
    await passUntil(() => expect(call.said()).toEqual(["[hello.mp3]", "Yes."]));
    expect(call.history()).toEqual(["[hello.mp3]", "Hi", "Yes."]);
    await call.close();
  },
);

it("the caller cuts a sound file off as a spoken message", async () => {
  const call = await greeted(sound(60), { firstMessageInterruptionsEnabled: true });
  await passUntil(() => expect(call.payloads("speech.started")).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(1_000);
  call.ask();
  await passUntil(() => expect(call.said()).toHaveLength(2));
  const [cut] = call.payloads("assistant.said");
  expect(cut).toMatchObject({ text: "[hello.mp3]", interrupted: true });
  expect((cut?.endMs ?? 0) - (cut?.startMs ?? 0)).toBeLessThan(30_000);
  await call.close();
});

it("a sound file that cannot be played is an event, and the call goes on as if nothing was said", async () => {
  const call = await greeted(async () => {
    throw new Error("The sound file of the first message is not played: its server answered with status 404.");
  });
  await passUntil(() =>
    expect(call.payloads("failure")).toEqual([
      { part: "voice", provider: "callwright", message: expect.stringContaining("answered with status 404") },
    ]),
  );
  call.ask();
  await passUntil(() => expect(call.said()).toEqual(["Yes."]));
  expect(call.history()).toEqual(["Hi", "Yes."]);
  await call.close();
});
