import type { CallEventPayload, CallEventType, CreateAssistant, ServerTelemetry } from "@callwright/contract";
import { initializeLogger, type stt as liveKit } from "@livekit/agents";
import { beforeAll, describe, expect, it } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../media/audio-format.ts";
import type { ModelRequest } from "../model/language-model.ts";
import { passUntil } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { openDialogues } from "../testing/open-dialogues.ts";
import { ScriptedStt } from "../testing/scripted-stt.ts";
import { ScriptedTts } from "../testing/scripted-tts.ts";
import { speechSample } from "../testing/speech-sample.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

const ASSISTANT: CreateAssistant = {
  firstMessageMode: "assistant-waits-for-user",
  // Punctuation decides when a turn is over: the local end-of-turn model is not loaded. Words without punctuation are followed by a wait of 1.5 s.
  startSpeakingPlan: { smartEndpointingEnabled: false },
};

const open = openDialogues();

/** A promise with its resolve function. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * A dialogue in which both can speak. The model names the question that it answers, when `thought` has resolved; an answer lasts a second, or
 * `spokenMs`.
 */
async function converse({
  stt = undefined as liveKit.STT | undefined,
  thought = async (_question: string): Promise<void> => {},
  spokenMs = (_text: string): number => 1_000,
  isStarted = true,
} = {}) {
  const model = {
    provider: "test",
    async *stream({ history }: ModelRequest) {
      const said = history.findLast(({ type }) => type === "user");
      const question = said?.type === "user" ? said.text : "";
      await thought(question);
      yield { type: "text" as const, text: `About ${question}.` };
    },
  };
  const conversation = createConversation({ assistant: ASSISTANT, variableValues: {}, model, now: () => new Date(0) });
  const voices = onlyVoice(new ScriptedTts(spokenMs));
  const { dialogue, events, ends, transport, audibleMs } = open({ assistant: ASSISTANT, conversation, voices, stt });
  if (isStarted) await dialogue.start();
  dialogue.beginSpeaking();
  const payloads = <Type extends CallEventType>(type: Type) =>
    events.filter((event) => event.type === type).map(({ payload }) => payload as CallEventPayload<Type>);
  const push = (samples: Int16Array) => {
    for (let start = 0; start + FRAME_SAMPLES <= samples.length; start += FRAME_SAMPLES)
      dialogue.ear.push(samples.slice(start, start + FRAME_SAMPLES));
  };
  return {
    dialogue,
    ends,
    payloads,
    push,
    audibleMs,
    sound: () =>
      transport.sent.map((text) => JSON.parse(text) as ServerTelemetry).filter(({ type }) => type.startsWith("speech-")),
    asked: () => payloads("user.said").map(({ text, typed, turn }) => `${turn} ${typed ? "typed" : "spoken"} ${text}`),
    answered: () =>
      payloads("assistant.said").map(({ text, interrupted, turn }) => `${turn} ${text}${interrupted ? " cut" : ""}`),
  };
}

const BOTH_ASKED = ["0 spoken hours on saturday", "1 typed parking"];
const BOTH_ANSWERED = ["0 About hours on saturday.", "1 About parking."];

describe("a question that is typed while another is spoken is a turn after it, and both are answered", () => {
  it("when the words are still being recognized", async () => {
    const recognised = gate();
    const stt = new ScriptedStt([[recognised.opened, { text: "hours on saturday", final: true }]]);
    const { dialogue, payloads, push, asked, answered } = await converse({ stt });
    push(await speechSample("What are your opening hours on Saturday?"));
    push(new Int16Array(SAMPLE_RATE));
    await passUntil(() => expect(payloads("speech.stopped")).toMatchObject([{ role: "user" }]));
    dialogue.type("parking");
    recognised.open();
    await passUntil(() => expect(answered()).toEqual(BOTH_ANSWERED));
    expect(asked()).toEqual(BOTH_ASKED);
  });

  it("when the words may not be all", async () => {
    const { dialogue, asked, answered } = await converse();
    dialogue.hear("hours on saturday", true);
    dialogue.type("parking");
    await passUntil(() => expect(answered()).toEqual(BOTH_ANSWERED));
    expect(asked()).toEqual(BOTH_ASKED);
  });

  it("when its answer is being thought of", async () => {
    const thought = gate();
    const { dialogue, asked, answered } = await converse({
      thought: (question) => (question === "parking" ? Promise.resolve() : thought.opened),
    });
    dialogue.hear("hours on saturday", true);
    await passUntil(() => expect(asked()).toHaveLength(1));
    dialogue.type("parking");
    thought.open();
    await passUntil(() => expect(answered()).toEqual(BOTH_ANSWERED));
    expect(asked()).toEqual(BOTH_ASKED);
  });
});

describe("a typed question", () => {
  it("is answered soon after a noise that was no words", async () => {
    const stt = new ScriptedStt([]);
    const { dialogue, payloads, push, answered } = await converse({ stt });
    push(await speechSample("Hello?"));
    push(new Int16Array(SAMPLE_RATE));
    await passUntil(() => expect(payloads("speech.stopped")).toHaveLength(1));
    dialogue.type("parking");
    await passUntil(() => expect(answered()).toEqual(["0 About parking."]));
  });

  it("cuts off the answer that is being heard, and what of it is on its way", async () => {
    const { dialogue, answered, audibleMs, sound } = await converse({
      spokenMs: (text) => (text.includes("saturday") ? 8_000 : 1_000),
    });
    dialogue.hear("hours on saturday", true);
    // More than the first word, and much less than the whole answer.
    await passUntil(() => expect(audibleMs()).toBeGreaterThan(2_500));
    dialogue.type("parking");
    await passUntil(() => expect(answered()).toHaveLength(2));
    expect(answered()).toEqual([expect.stringMatching(/^0 About.* cut$/), "1 About parking."]);
    expect(sound()).toEqual([
      { type: "speech-started", turn: 0 },
      { type: "speech-hushed", turn: 0 },
      { type: "speech-started", turn: 1 },
    ]);
  });
});

describe("supervision", () => {
  it("what the assistant says while it is muted is marked as not heard, and what it says in part as partly heard", async () => {
    const { dialogue, payloads, audibleMs } = await converse({ spokenMs: () => 4_000 });
    const heard = () => payloads("assistant.said").map(({ text, heard: how }) => [text, how]);
    const say = (text: string) => dialogue.say(text, { interruptible: false, interrupts: false });
    dialogue.assistantMuted = true;
    say("Nobody hears these words.");
    await passUntil(() => expect(heard()).toHaveLength(1));
    dialogue.assistantMuted = false;
    say("Everybody hears these words.");
    await passUntil(() => expect(heard()).toHaveLength(2));
    const before = audibleMs();
    say("These words are cut in the middle.");
    await passUntil(() => expect(audibleMs()).toBeGreaterThan(before + 2_000));
    dialogue.assistantMuted = true;
    await passUntil(() => expect(heard()).toHaveLength(3));
    expect(heard().map(([, how]) => how)).toEqual(["not", undefined, "partly"]);
  });

  it("what a supervisor says, types or adds has the supervisor's name", async () => {
    const { dialogue, payloads } = await converse();
    dialogue.say("One moment, please.", { interruptible: false, interrupts: false, by: "Ann" });
    await passUntil(() => expect(payloads("assistant.said")).toMatchObject([{ text: "One moment, please.", by: "Ann" }]));
    dialogue.add({ role: "system", content: "The caller is a regular." }, false, "Ann");
    await passUntil(() => expect(payloads("message.added")).toMatchObject([{ role: "system", by: "Ann" }]));
    dialogue.add({ role: "user", content: "parking" }, true, "Ann");
    await passUntil(() => expect(payloads("assistant.said")).toHaveLength(2));
    expect(payloads("user.said")).toMatchObject([{ text: "parking", by: "Ann" }]);
    // Its answer is the assistant's own.
    expect(payloads("assistant.said")[1]).not.toHaveProperty("by");
  });
});

it("a speech that cannot be said because the session has stopped ends the call, and throws no error", async () => {
  const { dialogue, ends } = await converse({ isStarted: false });
  dialogue.say("Goodbye.", { interruptible: false, interrupts: false });
  expect(ends).toEqual(["pipeline-error"]);
});
