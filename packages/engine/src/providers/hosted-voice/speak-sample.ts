import type { Voice } from "@callwright/contract";
import { ProviderError } from "../../model/provider-error.ts";
import { writeWave } from "../callwright/phrases/wave.ts";
import type { ProviderContext } from "../provider.ts";
import { hostedSpeaker } from "./hosted-speaker.ts";
import { VOICE_SERVICES } from "./services.ts";

/** A second of sound at 48 kHz is 96 kB, and a preview's text is at most 300 characters. */
const SAMPLE_MAX_BYTES = 8 * 1024 * 1024;

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
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of hostedSpeaker(service, settings, context).speak(text, signal)) {
    bytes += piece.byteLength;
    if (bytes > SAMPLE_MAX_BYTES) throw failure(`${provider} sent more sound than the text has.`);
    pieces.push(piece);
  }
  const sound = Buffer.concat(pieces);
  const samples = Int16Array.from({ length: bytes >> 1 }, (_, index) => sound.readInt16LE(2 * index));
  return writeWave({ samples, sampleRate: service.sampleRate });
}
