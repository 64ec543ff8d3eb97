import { tts } from "@livekit/agents";
import { ProviderError } from "../../model/provider-error.ts";
import type { CheckClock, ProviderCheck } from "./check-provider.ts";

const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 30_000 };

/** Tests a voice with a whole sentence, and with one that is interrupted. */
export async function checkVoice(voice: tts.TTS, clock: CheckClock): Promise<ProviderCheck> {
  const { firstMs } = await speak(voice, "Hello there, how are you?", clock, false);
  const { endMs } = await speak(voice, "You can reach us from Monday to Friday, between nine and five o'clock.", clock, true);
  return { firstMs, cancelMs: endMs };
}

/** `endMs`: from the first sound to the end of the stream. `isCut`: the first sound interrupts it. */
async function speak(voice: tts.TTS, text: string, { nowMs }: CheckClock, isCut: boolean) {
  let failure: Error | undefined;
  const onError = ({ error }: { error: Error }) => {
    failure = error;
  };
  voice.on("error", onError);
  const stream = voice.stream({ connOptions: NO_RETRY });
  const askedMs = nowMs();
  let firstMs: number | undefined;
  try {
    stream.pushText(text);
    stream.endInput();
    for await (const sound of stream) {
      if (sound === tts.SynthesizeStream.END_OF_STREAM || firstMs !== undefined) continue;
      firstMs = nowMs() - askedMs;
      if (isCut) stream.close();
    }
  } finally {
    voice.off("error", onError);
    stream.close();
  }
  if (failure) throw failure;
  if (firstMs === undefined) {
    const { provider } = voice;
    throw new ProviderError(`${provider} sent no sound.`, { provider, part: "voice", retryable: true });
  }
  return { firstMs, endMs: nowMs() - askedMs - firstMs };
}
