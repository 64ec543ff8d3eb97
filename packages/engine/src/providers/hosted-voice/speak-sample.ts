import type { Voice } from "@callwright/contract";
import { writeWave } from "../../media/wave.ts";
import { ProviderError } from "../../model/provider-error.ts";
import type { ProviderContext } from "../provider.ts";
import { hostedSpeaker } from "./hosted-speaker.ts";
import { VOICE_SERVICES } from "./services.ts";
import { samplesOf } from "./sound-format.ts";
import { SAMPLE_RATE } from "./voice-service.ts";

/** Samples of a minute and a half at 48 kHz. A preview's text has at most 300 characters. */
const SAMPLE_MAX = 4 * 1024 * 1024;

/**
 * A hosted voice saying a short text, as a wave file: the request of a call, without the machinery of one. Fails with a `ProviderError`, or with
 * the signal's reason.
 */
export async function speakHostedSample(
  settings: Voice,
  text: string,
  context: ProviderContext,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { provider } = settings;
  const failure = (message: string) => new ProviderError(message, { provider, part: "voice", retryable: false });
  const service = VOICE_SERVICES.find((each) => each.provider === provider);
  if (!service) throw failure(`This server cannot speak with voices of ${provider}.`);
  const samples: number[] = [];
  for await (const piece of samplesOf(hostedSpeaker(service, settings, context).speak(text, signal))) {
    if (samples.length + piece.length > SAMPLE_MAX) throw failure(`${provider} sent more sound than the text has.`);
    for (const sample of piece) samples.push(sample);
  }
  return writeWave({ samples: Int16Array.from(samples), sampleRate: service.sampleRate ?? SAMPLE_RATE });
}
