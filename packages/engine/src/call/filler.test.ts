import type { CreateAssistant, ToolMessage } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AgentTool } from "../conversation/agent-tool.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import { FRAME_MS } from "../media/audio-format.ts";
import type { ModelPart, ModelRequest } from "../model/language-model.ts";
import type { Speech } from "../speech/speech.ts";
import { partsOf, QUIET_ASSISTANT } from "../testing/fake-call.ts";
import { passUntil } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { openCalls } from "../testing/open-calls.ts";
import { ScriptedTts } from "../testing/scripted-tts.ts";
import { tool } from "../testing/scripted-turn.ts";
import { speechSample } from "../testing/speech-sample.ts";
import { FillerWatch } from "./filler-watch.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

const open = openCalls();

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const questionOf = ({ history }: ModelRequest) =>
  history.flatMap((item) => (item.type === "user" ? [item.text] : [])).at(-1) ?? "";

interface Setting {
  assistant?: CreateAssistant;
  model?: (request: ModelRequest) => AsyncIterable<ModelPart>;
  tools?: AgentTool[];
  /** How long a tool runs. */
  runMs?: number;
}

/** A call whose words come from the page. By default the model thinks for eight seconds; a sentence lasts 40 ms per letter. */
async function talk({ assistant = {}, tools = [], runMs = 0, ...setting }: Setting = {}) {
  const model = {
    provider: "test",
    stream:
      setting.model ??
      async function* (request: ModelRequest) {
        await wait(8_000);
        yield { type: "text" as const, text: `About this: ${questionOf(request)}` };
      },
  };
  const runner = {
    tools,
    async run() {
      await wait(runMs);
      return { result: "Booked.", failed: false };
    },
  };
  const ofCall = { ...QUIET_ASSISTANT, ...assistant };
  ofCall.startSpeakingPlan = { ...QUIET_ASSISTANT.startSpeakingPlan, ...assistant.startSpeakingPlan };
  const conversation = createConversation({ assistant: ofCall, variableValues: {}, model, tools: runner, now: () => new Date() });
  const voices = onlyVoice(new ScriptedTts((sentence) => sentence.length * 40));
  const set = await open(async () => ({ ...partsOf(ofCall), conversation, voices, hearing: "browser" as const }), ofCall);
  return { ...set, conversation };
}
const FILLER = "One moment, please.";

describe("an answer that makes no sound", () => {
  it("is announced after three seconds, once", async () => {
    const call = await talk();
    call.recognize("hours.");
    await passUntil(() => expect(call.said()).toEqual([FILLER, "About this: hours."]));
    const [filler] = call.payloads("assistant.said");
    const [asked] = call.payloads("turn");
    expect((filler?.startMs ?? 0) - (asked?.turnCommittedMs ?? 0)).toBeGreaterThanOrEqual(3_000);
    expect((filler?.startMs ?? 0) - (asked?.turnCommittedMs ?? 0)).toBeLessThan(3_200);
    expect(call.payloads("failure")).toEqual([]);
  });

  it.each<[string, NonNullable<CreateAssistant["startSpeakingPlan"]>, Partial<CreateAssistant>, string[]]>([
    [
      "in the words of the assistant, one after the other",
      { fillerMessages: ["Let me see.", "Wait."] },
      {},
      ["Let me see.", "Wait."],
    ],
    [
      "in the language of the call",
      {},
      { transcriber: { provider: "callwright", model: "auto", language: "de-DE" } },
      ["Einen Moment, bitte.", "Einen Moment, bitte."],
    ],
    [
      "not in a language without words for it",
      {},
      { transcriber: { provider: "callwright", model: "auto", language: "xx" } },
      [],
    ],
    ["not where it is switched off", { fillerSeconds: 0 }, {}, []],
    ["not where it takes longer", { fillerSeconds: 10 }, {}, []],
    ["not where a hook is for a slow model", {}, { hooks: [{ on: "model.response.timeout", do: [] }] }, []],
  ])("%s", async (_, startSpeakingPlan, assistant, fillers) => {
    const call = await talk({ assistant: { ...assistant, startSpeakingPlan } });
    call.recognize("one.");
    await passUntil(() => expect(call.said().at(-1)).toBe("About this: one."));
    call.recognize("two.");
    await passUntil(() => expect(call.said().at(-1)).toBe("About this: two."));
    expect(call.said().filter((text) => !text.startsWith("About"))).toEqual(fillers);
  });

  it("is announced while a tool without messages runs, after what was said before", async () => {
    const model = async function* ({ history }: ModelRequest): AsyncIterable<ModelPart> {
      if (history.some(({ type }) => type === "tool")) yield { type: "text", text: "It is booked." };
      else
        yield* [
          { type: "text", text: "I book it." } as const,
          { type: "tool-call", id: "1", name: "book", arguments: "{}" } as const,
        ];
    };
    const call = await talk({ model, tools: [tool("book")], runMs: 9_000 });
    call.recognize("book a table.");
    await passUntil(() => expect(call.said()).toEqual(["I book it.", FILLER, "It is booked."]));
    const messages: ToolMessage[] = [{ type: "request-response-delayed", content: "Still at it.", timingMilliseconds: 5_000 }];
    const own = await talk({ model, tools: [tool("book", { messages })], runMs: 9_000 });
    own.recognize("book a table.");
    await passUntil(() => expect(own.said()).toEqual(["I book it.", "Still at it.", "It is booked."]));
  });

  it("is not announced into the caller's words, and waits again after them", () => {
    const said: string[] = [];
    const say = (text: string) => said.push(text) > 0;
    const watch = new FillerWatch({ assistant: () => ({}), say });
    const answer: Speech = { turn: 0, interruptible: true, isAnswer: true, async *parts() {} };
    const pass = (ms: number, isCallerSilent: boolean) => {
      for (let passedMs = 0; passedMs < ms; passedMs += FRAME_MS) watch.tick(answer, isCallerSilent);
      return said.length;
    };
    expect([pass(2_900, true), pass(5_000, false), pass(2_900, true)]).toEqual([0, 0, 0]);
    expect([pass(100, true), pass(60_000, true)]).toEqual([1, 1]);
  });
});

describe("a second sentence before the first sound of the answer", () => {
  it.each([1_000, 4_500])("is answered together with the first, after %d ms", async (afterMs) => {
    const call = await talk();
    call.recognize("are you open on sunday.");
    await vi.advanceTimersByTimeAsync(afterMs);
    call.recognize("and is there parking.");
    await passUntil(() => expect(call.said().at(-1)).toMatch(/^About this/));
    expect(call.said().at(-1)).toBe("About this: are you open on sunday. and is there parking.");
    expect(call.conversation.history.flatMap((item) => (item.type === "user" ? [item.text] : []))).toEqual([
      "are you open on sunday.",
      "and is there parking.",
    ]);
  });

  it("that was a noise leaves the answer as it was", async () => {
    const call = await talk();
    call.recognize("are you open on sunday.");
    await vi.advanceTimersByTimeAsync(1_000);
    call.speak(await speechSample("Hello?"));
    call.speak(new Int16Array(16_000 * 2));
    await passUntil(() => expect(call.said().at(-1)).toBe("About this: are you open on sunday."));
  });
});
