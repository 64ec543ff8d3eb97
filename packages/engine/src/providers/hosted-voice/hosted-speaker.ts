import { modelNameOf, type Usage, type Voice } from "@callwright/contract";
import { ProviderError } from "../../model/provider-error.ts";
import { countCharacters } from "../phrases/phrases.ts";
import type { ProviderContext } from "../provider.ts";
import { requireKey } from "../provider-key.ts";
import { providerFetch } from "../provider-place.ts";
import { speakPhrase } from "./speak-phrase.ts";
import { SAMPLE_RATE, servicePlace, type VoiceService } from "./voice-service.ts";

const BYTES_PER_SAMPLE = 2;

/** In bytes, of all voices of a process: about eleven minutes of sound at 24 kHz. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;

/** The sound of phrases that were spoken earlier. The least recently used phrase is dropped first. */
class SoundCache {
  readonly #sounds = new Map<string, readonly Uint8Array[]>();
  #bytes = 0;

  get(key: string): readonly Uint8Array[] | undefined {
    const found = this.#sounds.get(key);
    if (!found) return undefined;
    this.#sounds.delete(key);
    this.#sounds.set(key, found);
    return found;
  }

  set(key: string, pieces: readonly Uint8Array[]): void {
    this.#delete(key);
    this.#sounds.set(key, pieces);
    this.#bytes += sizeOf(pieces);
    for (const oldest of this.#sounds.keys()) {
      if (this.#bytes <= CACHE_MAX_BYTES) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const found = this.#sounds.get(key);
    if (!found) return;
    this.#sounds.delete(key);
    this.#bytes -= sizeOf(found);
  }
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Shared by all calls and previews of the process. */
const cache = new SoundCache();

/** Bytes of 16-bit samples as they arrive. Fails with a `ProviderError`, or with the signal's reason. */
export type Speak = (text: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/** Speaks with a voice of a hosted service. Fails with a `ProviderError` without a voice or a key. */
export function hostedSpeaker(
  service: VoiceService,
  settings: Voice,
  context: ProviderContext,
): { voiceId: string; speak: Speak } {
  const { provider, sampleRate = SAMPLE_RATE } = service;
  const { voiceId = "" } = settings;
  const server = service.ownServer?.(settings, context);
  if (!server && voiceId === "")
    throw new ProviderError(`${provider} needs a voiceId.`, { provider, part: "voice", retryable: false });
  const apiKey = server ? "" : requireKey(context, provider, "voice");
  const voice = { ...settings, voiceId };
  const { baseUrl, isOutside } = servicePlace(service, voice, context);
  const send = providerFetch(provider, "voice", isOutside);
  const now = context.now ?? (() => new Date());
  const secrets = server ? Object.values(server.headers).flatMap(secretsOf) : [apiKey];
  const report = (amounts: Usage["amounts"]) =>
    context.onUsage?.({ part: "voice", provider, model: service.model?.(voice) ?? modelNameOf("voice", voice), amounts });
  const speak: Speak = async function* (text, signal) {
    let isCharged = false;
    const charge = () => {
      if (!isCharged) report({ characters: countCharacters(text) });
      isCharged = true;
    };
    const request = service.request(text, { voice, server, now });
    try {
      for await (const piece of speakPhrase({
        ...request,
        headers: { ...service.headers?.(apiKey), ...request.headers },
        service,
        server,
        baseUrl,
        voiceId,
        secrets,
        send,
        signal,
      })) {
        charge();
        report({ seconds: piece.byteLength / BYTES_PER_SAMPLE / sampleRate });
        yield piece;
      }
    } finally {
      // The text was sent. A refused request is not charged.
      if (signal.aborted) charge();
    }
  };
  return {
    voiceId,
    speak: voice.cachingEnabled === false ? speak : cachedSpeak(speak, JSON.stringify([baseUrl, secrets, voice])),
  };
}

const SECRET_MIN_CHARACTERS = 8;

/** A header's value, and its word after the scheme (`Bearer`). A short word is no secret, and may be a part of other words. */
function secretsOf(header: string): string[] {
  return [header, header.split(" ").at(-1) ?? ""].filter(({ length }) => length >= SECRET_MIN_CHARACTERS);
}

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
