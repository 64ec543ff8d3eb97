import { APP_CHANNEL, type CallEvent, type ClientMessageInput, LISTENING, TELEMETRY_CHANNEL } from "@callwright/contract";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { FRAME_SAMPLES } from "../media/audio-format.ts";
import { setUpCall } from "./fake-call.ts";
import { passUntil, stopTime } from "./fake-time.ts";

/** Starts calls in stopped time, in which both can speak. They end with their test. */
export function openCalls() {
  const open: ReturnType<typeof setUpCall>[] = [];
  beforeEach(stopTime);
  afterEach(async () => {
    for (const { call, told } of open.splice(0)) {
      call.end("worker-shutdown");
      await passUntil(() => expect(told.released).toBe(1));
    }
    vi.useRealTimers();
  });
  return async (...options: Parameters<typeof setUpCall>) => {
    const set = setUpCall(...options);
    open.push(set);
    await set.call.offer("v=0");
    set.connect();
    await passUntil(() => expect(set.transport.sent).toContain(LISTENING));
    const listener = () => set.transports.at(-1)?.listener;
    return {
      ...set,
      send: (message: ClientMessageInput) => listener()?.onText(APP_CHANNEL, JSON.stringify(message)),
      events: <Type extends CallEvent["type"]>(type: Type) =>
        set.told.events.filter((event): event is Extract<CallEvent, { type: Type }> => event.type === type),
      /** The caller speaks aloud; words come by `recognize`. */
      speak(pcm: Int16Array) {
        for (let start = 0; start + FRAME_SAMPLES <= pcm.length; start += FRAME_SAMPLES)
          listener()?.onAudio(pcm.slice(start, start + FRAME_SAMPLES));
      },
      recognize: (text: string, final = true) =>
        listener()?.onText(TELEMETRY_CHANNEL, JSON.stringify({ type: "recognized", text, final })),
    };
  };
}
