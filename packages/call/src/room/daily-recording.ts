import type { DailyCall, DailyEventObjectRecordingError } from "@daily-co/daily-js";
import { CallFailure } from "../call-failure.ts";
import type { RoomClock, VideoRecordingOptions } from "./room-transport.ts";

/** How long a recording may take to begin. The platform itself waits no longer for one. */
const RECORDING_START_MAX_MS = 25_000;

/** Ask Daily to record the room; resolves when it says that it does. */
export function startDailyRecording(
  call: DailyCall,
  { widthPx, heightPx, background }: VideoRecordingOptions,
  clock: RoomClock,
  signal: AbortSignal,
): Promise<{ delaySeconds: number }> {
  const askedMs = clock.nowMs();
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      cancelTimeout();
      signal.removeEventListener("abort", left);
      call.off("recording-started", started);
      call.off("recording-error", failed);
      then();
    };
    const started = () => settle(() => resolve({ delaySeconds: (clock.nowMs() - askedMs) / 1000 }));
    const failed = ({ errorMsg }: DailyEventObjectRecordingError) =>
      settle(() => reject(new CallFailure("video-recording-failed", errorMsg || "The video recording could not be started.")));
    const left = () => settle(() => reject(signal.reason));
    const cancelTimeout = clock.schedule(
      () =>
        settle(() => reject(new CallFailure("video-recording-timeout", "The video recording did not begin within 25 seconds."))),
      RECORDING_START_MAX_MS,
    );
    signal.addEventListener("abort", left);
    call.on("recording-started", started);
    call.on("recording-error", failed);
    call.startRecording({ width: widthPx, height: heightPx, backgroundColor: background, layout: { preset: "default" } });
  });
}
