import { builtInRecognizer, MediaClock } from "@callwright/engine/testing";
import { LocalStt } from "../../packages/engine/src/providers/callwright/local/local-stt.ts";
import { planStart, planStop } from "../../packages/engine/src/speech/speaking-plan.ts";
import { SpeechSession } from "../../packages/engine/src/speech/speech-session.ts";
import { VoiceChain } from "../../packages/engine/src/speech/voice-chain.ts";
import { SECOND } from "./noise.ts";

const FRAME = SECOND / 100;
const LEAD_SECONDS = 0.5;
/** A turn that has not ended by then stays unanswered. */
export const PATIENCE_SECONDS = 5;
const clock = new MediaClock(() => performance.now());

/** When the session considered the caller's turn ended, in seconds of the sound: each time, until the first one after `endSeconds`. */
export async function hearTurn(pcm: Int16Array, endSeconds: number, language: string, start = planStart()): Promise<number[]> {
  const endedAt: number[] = [];
  let pushed = 0;
  const seconds = () => pushed / SECOND - LEAD_SECONDS;
  const voices = new VoiceChain([]);
  const session = new SpeechSession({
    start,
    stop: planStop(),
    transcribers: [
      {
        provider: "callwright",
        stt: new LocalStt({ recognizer: builtInRecognizer, model: "moonshine-tiny", language }),
        failuresMax: 1,
      },
    ],
    voices,
    voicesOf: () => voices,
    lastAssistantText: () => "",
    onFrame: () => undefined,
    onEvent: (event) => {
      if (event.type === "user-turn") endedAt.push(seconds());
    },
  });
  await session.start();
  const lead = LEAD_SECONDS * SECOND;
  // The quiet around a recording is its own background noise.
  const sampleAt = (at: number) => pcm[at - lead] ?? 0;
  await new Promise<void>((resolve) => {
    const stop = clock.start((frames) => {
      for (let frame = 0; frame < frames; frame++) {
        session.ear.push(Int16Array.from({ length: FRAME }, (_, at) => sampleAt(pushed + at)));
        pushed += FRAME;
      }
      const isOver = endedAt.some((at) => at >= endSeconds - 0.05) || seconds() > endSeconds + PATIENCE_SECONDS;
      if (!isOver) return;
      stop();
      resolve();
    });
  });
  const heard = [...endedAt];
  await session.close();
  return heard;
}
