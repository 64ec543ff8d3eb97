import type { CreateAssistant } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { createBuiltInModel } from "../providers/callwright/model.ts";
import { passUntil } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { openDialogues } from "../testing/open-dialogues.ts";
import { ScriptedTts } from "../testing/scripted-tts.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

const ASSISTANT: CreateAssistant = {
  firstMessage: "Thank you for calling. How can I help you?",
  endCallPhrases: ["goodbye"],
  startSpeakingPlan: { smartEndpointingEnabled: false },
};
const GOODBYE = { role: "user", content: "Thank you, goodbye." } as const;

const open = openDialogues();

/** A call with a greeting. `moments` is called at each step of it. */
async function greet(moments: (moment: string) => void = () => {}) {
  const voices = onlyVoice(
    new ScriptedTts((sentence) => {
      moments(`voice: ${sentence}`);
      return 600;
    }),
  );
  const conversation = createConversation({
    assistant: ASSISTANT,
    variableValues: {},
    model: createBuiltInModel({ now: () => new Date(0) }),
    now: () => new Date(0),
  });
  const onSound = (audibleMs: number) => moments(`heard ${audibleMs} ms`);
  const { dialogue, ends } = open({ assistant: ASSISTANT, conversation, voices, onSound });
  const started = dialogue.start();
  return { dialogue, started, ends };
}

describe("a goodbye that is typed ends the call", () => {
  it.each([0, 20, 200])("%i ms after the greeting may be spoken", async (ms) => {
    const { dialogue, started, ends } = await greet();
    await started;
    dialogue.beginSpeaking();
    if (ms > 0) await vi.advanceTimersByTimeAsync(ms);
    dialogue.add(GOODBYE, true);
    await passUntil(() => expect(ends).toEqual(["assistant-said-end-call-phrase"]));
  });

  it.each(["voice: Thank you for calling.", "voice: How can I help you?", "heard 10 ms", "heard 600 ms", "heard 1200 ms"])(
    "in the moment “%s”",
    async (moment) => {
      let isTyped = false;
      const type = () => {
        if (isTyped) return;
        isTyped = true;
        call.dialogue.add(GOODBYE, true);
      };
      const call = await greet((each) => each === moment && queueMicrotask(type));
      await call.started;
      call.dialogue.beginSpeaking();
      await passUntil(() => expect(call.ends).toEqual(["assistant-said-end-call-phrase"]));
    },
  );
});
