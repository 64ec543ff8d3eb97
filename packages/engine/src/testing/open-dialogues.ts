import type { CallEvent, CreateAssistant } from "@callwright/contract";
import type { stt as liveKit } from "@livekit/agents";
import { afterEach, beforeEach, vi } from "vitest";
import { AppChannel } from "../call/app-channel.ts";
import { CallLog } from "../call/call-log.ts";
import { createReport } from "../call/call-reporter.ts";
import { Dialogue } from "../call/dialogue.ts";
import { PartialLines } from "../call/partial-lines.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { FRAME_MS } from "../media/audio-format.ts";
import { MediaClock } from "../media/media-clock.ts";
import { CallClock } from "../model/call-clock.ts";
import type { VoiceChain } from "../speech/voice-chain.ts";
import { passUntilSettled, stopTime } from "./fake-time.ts";
import { FakeTransport } from "./fake-transport.ts";
import { hearingBy } from "./scripted-stt.ts";

interface OpenDialogue {
  assistant: CreateAssistant;
  conversation: Conversation;
  voices: VoiceChain;
  stt?: liveKit.STT | undefined;
  /** The assistant was heard for so long, all in all. */
  onSound?(audibleMs: number): void;
}

/** Makes dialogues without a call, in stopped time. They close with their test. */
export function openDialogues() {
  const closing: (() => Promise<void>)[] = [];
  beforeEach(stopTime);
  afterEach(async () => {
    for (const close of closing.splice(0)) await passUntilSettled(close());
    vi.useRealTimers();
  });
  return ({ assistant, conversation, voices, stt, onSound }: OpenDialogue) => {
    const clock = new CallClock(() => performance.now());
    const events: CallEvent[] = [];
    const log = new CallLog(clock, (batch) => events.push(...batch));
    const ends: string[] = [];
    let audibleMs = 0;
    const app = new AppChannel(undefined, () => {});
    const partials = new PartialLines({ clock, nextSeq: () => log.nextSeq, send: () => {} });
    const transport = new FakeTransport();
    app.openTelemetry(transport);
    const hearing = hearingBy(stt);
    const dialogue = new Dialogue({
      assistant,
      parts: { conversation, voices, soundFile: () => voices, ...hearing },
      clock,
      report: createReport({ log, app, partials }),
      onFrame: (pcm) => {
        if (!pcm.some((sample) => sample !== 0)) return;
        audibleMs += FRAME_MS;
        onSound?.(audibleMs);
      },
      onActivity: () => {},
      onEnd: (endedReason) => ends.push(endedReason),
      onProblem: () => {},
    });
    clock.start();
    log.add({ type: "call.started", payload: { hearing: hearing.hearing, recording: false } });
    let frames = 0;
    const stop = new MediaClock(() => performance.now()).start((due) => {
      for (let frame = 0; frame < due; frame++) dialogue.tick(frames++ * FRAME_MS);
    });
    closing.push(async () => {
      stop();
      await dialogue.close();
    });
    return { dialogue, events, ends, transport, audibleMs: () => audibleMs };
  };
}
