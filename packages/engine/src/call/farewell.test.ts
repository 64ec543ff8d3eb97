import type { CreateAssistant } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { FRAME_MS } from "../media/audio-format.ts";
import { MediaClock } from "../media/media-clock.ts";
import { CallClock } from "../model/call-clock.ts";
import { createBuiltInModel } from "../providers/callwright/model.ts";
import { passUntil, passUntilSettled, stopTime } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { hearingBy } from "../testing/scripted-stt.ts";
import { ScriptedTts } from "../testing/scripted-tts.ts";
import { AppChannel } from "./app-channel.ts";
import { CallLog } from "./call-log.ts";
import { createReport } from "./call-reporter.ts";
import { Dialogue } from "./dialogue.ts";
import { PartialLines } from "./partial-lines.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

const ASSISTANT: CreateAssistant = {
  firstMessage: "Thank you for calling. How can I help you?",
  endCallPhrases: ["goodbye"],
  startSpeakingPlan: { smartEndpointingEnabled: false },
};
const GOODBYE = { role: "user", content: "Thank you, goodbye." } as const;

const closing: (() => Promise<void>)[] = [];
beforeEach(stopTime);
afterEach(async () => {
  for (const close of closing.splice(0)) await passUntilSettled(close());
  vi.useRealTimers();
});

/** A call with a greeting. `moments` hears of each step of it. */
async function greet(moments: (moment: string) => void = () => {}) {
  const clock = new CallClock(() => performance.now());
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
  const log = new CallLog(clock, () => {});
  const ends: string[] = [];
  let audibleMs = 0;
  const dialogue = new Dialogue({
    assistant: ASSISTANT,
    parts: {
      conversation,
      voices,
      soundFile: () => voices,
      ...hearingBy(),
    },
    clock,
    report: createReport({
      log,
      app: new AppChannel(undefined, () => {}),
      partials: new PartialLines({ clock, nextSeq: () => log.nextSeq, send: () => {} }),
    }),
    onFrame: (pcm) => {
      if (!pcm.some((sample) => sample !== 0)) return;
      audibleMs += FRAME_MS;
      moments(`heard ${audibleMs} ms`);
    },
    onActivity: () => {},
    onEnd: (endedReason) => ends.push(endedReason),
    onProblem: () => {},
  });
  clock.start();
  log.add({ type: "call.started", payload: { hearing: "text", recording: false } });
  const started = dialogue.start();
  let frames = 0;
  const stop = new MediaClock(() => performance.now()).start((due) => {
    for (let frame = 0; frame < due; frame++) dialogue.tick(frames++ * FRAME_MS);
  });
  closing.push(async () => {
    stop();
    await dialogue.close();
  });
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
