import type { stt } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "../../media/audio-format.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { synthesise } from "../callwright/flite/synthesise.ts";
import type { CheckClock, ProviderCheck } from "./check-provider.ts";

const SENTENCE = "What are your opening hours on Saturday?";
const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 10_000 };
const HALF_SECOND = new Int16Array(SAMPLE_RATE / 2);

/** Tests a transcriber with a whole sentence, and with one that is cut off in the middle. */
export async function checkTranscriber(transcriber: stt.STT, clock: CheckClock): Promise<ProviderCheck> {
  const { samples } = await synthesise("slt", SENTENCE);
  const { firstMs } = await hear(transcriber, samples, clock);
  if (firstMs === undefined) {
    const { provider } = transcriber;
    throw new ProviderError(`${provider} heard no word of '${SENTENCE}'`, { provider, part: "transcriber", retryable: true });
  }
  const { endMs } = await hear(transcriber, samples.subarray(0, samples.length / 2), clock, "close");
  return { firstMs, cancelMs: endMs };
}

/**
 * Sends silence, the speech and silence, in real time. `firstMs`: from the first sound of the speech to the first word. `endMs`: from the end of the
 * sound to that of the stream. With `close`, the stream is closed at the end of the speech.
 */
async function hear(transcriber: stt.STT, speech: Int16Array, { nowMs, wait }: CheckClock, end?: "close") {
  let failure: Error | undefined;
  const onError = ({ error }: { error: Error }) => {
    failure ??= error;
  };
  transcriber.on("error", onError);
  const stream = transcriber.stream({ connOptions: NO_RETRY });
  let spokenMs = nowMs();
  let firstMs: number | undefined;
  let hasEnded = false;
  const words = (async () => {
    for await (const { alternatives } of stream) if (alternatives?.[0]?.text) firstMs ??= nowMs() - spokenMs;
  })().finally(() => {
    hasEnded = true;
  });
  words.catch(() => undefined); // thrown where it is awaited
  const push = async (sound: Int16Array) => {
    for (let start = 0; start + FRAME_SAMPLES <= sound.length && !hasEnded; start += FRAME_SAMPLES) {
      stream.pushFrame(new AudioFrame(sound.slice(start, start + FRAME_SAMPLES), SAMPLE_RATE, 1, FRAME_SAMPLES));
      await wait(FRAME_MS);
    }
  };
  try {
    await push(HALF_SECOND);
    spokenMs = nowMs();
    await push(speech);
    if (end === undefined) {
      for (let pause = 0; pause < 3; pause++) await push(HALF_SECOND);
      if (!hasEnded) stream.endInput();
    } else stream.close();
    const endedMs = nowMs();
    await words;
    if (failure) throw failure;
    return { firstMs, endMs: nowMs() - endedMs };
  } finally {
    transcriber.off("error", onError);
    stream.close();
  }
}
