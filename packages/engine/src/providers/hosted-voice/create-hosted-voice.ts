import type { Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import { ProviderError } from "../../model/provider-error.ts";
import { outsideProviderFetch } from "../outside-provider-fetch.ts";
import type { ProviderContext } from "../provider.ts";
import { orgKeyField, requireKey } from "../provider-key.ts";
import { HostedTts } from "./hosted-tts.ts";
import { SoundCache } from "./sound-cache.ts";
import { speakPhrase } from "./speak-phrase.ts";
import type { VoiceService } from "./voice-service.ts";

/** Of all calls of the process. */
const cache = new SoundCache();
const ADVICE = "The server's operator can allow it: ALLOW_PRIVATE_ADDRESSES=true.";

/** A voice of a hosted service. Fails with a `ProviderError` without a key. */
export function createHostedVoice(service: VoiceService, settings: Voice, context: ProviderContext): tts.TTS {
  const { provider } = service;
  const { voiceId } = settings;
  if (!voiceId) throw new ProviderError(`${provider} needs a voiceId.`, { provider, part: "voice", retryable: false });
  const apiKey = requireKey(context, provider, "voice");
  const voice = { ...settings, voiceId };
  const { baseUrl, send } = placeOf(service, voice, context);
  const speak = (text: string, signal: AbortSignal) =>
    speakPhrase({
      ...service.request(text, { voice, apiKey }),
      ...{ service, baseUrl, voiceId, apiKey, send, signal },
    });
  return new HostedTts({
    provider,
    model: voiceId,
    sampleRate: service.sampleRate,
    speak: voice.cachingEnabled === false ? speak : cachedSpeak(speak, JSON.stringify([baseUrl, apiKey, voice])),
  });
}

/** Where to ask: the operator's address, the credential's, or the provider's own. An organization's address is not the server's network. */
function placeOf(service: VoiceService, voice: Voice, context: ProviderContext): { baseUrl: string; send: typeof fetch } {
  const { provider } = service;
  const ofOperator = context.urls[provider];
  if (ofOperator !== undefined) return { baseUrl: ofOperator, send: fetch };
  const ofCredential = orgKeyField(context, provider, "apiUrl");
  if (ofCredential === undefined) return { baseUrl: service.baseUrl(voice, context), send: fetch };
  return { baseUrl: ofCredential, send: context.allowPrivateAddresses ? fetch : outsideProviderFetch(provider, "voice", ADVICE) };
}

type Speak = (text: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** `owner`: the sound of one organization's key is not played to another's caller. */
function cachedSpeak(speak: Speak, owner: string): Speak {
  return async function* (text, signal) {
    const key = `${owner}\n${text}`;
    const known = cache.get(key);
    if (known) return yield* known;
    const pieces: Uint8Array[] = [];
    for await (const piece of speak(text, signal)) {
      pieces.push(piece);
      yield piece;
    }
    cache.set(key, pieces);
  };
}
