import { synthesize } from "../../speech/synthesis.ts";
import type { VoiceChain } from "../../speech/voice-chain.ts";

/** A text as 16 kHz sound. Empty when no voice can speak it. */
export async function speakOnce(text: string, voices: VoiceChain, signal: AbortSignal): Promise<Int16Array> {
  const words = new ReadableStream<string>({
    start(controller) {
      controller.enqueue(text);
      controller.close();
    },
  });
  const unheard = () => {};
  const told = { onPassage: unheard, onFirstSound: unheard, onSuccess: unheard, onFailure: unheard, onEnd: unheard };
  const samples: number[] = [];
  for await (const { data } of synthesize(words, { voices: () => voices, ...told, signal })) samples.push(...data);
  return Int16Array.from(samples);
}
