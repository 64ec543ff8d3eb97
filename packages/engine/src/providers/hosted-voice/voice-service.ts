import type { Voice, VoiceProvider } from "@callwright/contract";
import type { ProviderContext } from "../provider.ts";
import { placeOf } from "../provider-place.ts";
import type { VoiceCatalog } from "../voice-catalog/voice-catalog.ts";
import type { SoundFormat } from "./sound-format.ts";

/** Sample rate of the sound from most services, in Hz. */
export const SAMPLE_RATE = 24_000;

/** The request to a service for one phrase. */
export interface VoiceRequest {
  /** Added to the service's base URL. */
  path: string;
  /** Headers besides those of the service. Default: none. */
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body: string | Record<string, unknown>;
}

/** The settings of the voice, and where they are used. */
interface VoiceUse {
  /** `voiceId` may be empty for the organization's own server. */
  voice: Voice & { voiceId: string };
  server: OwnServer | undefined;
  now: () => Date;
}

/** A server of the organization. */
export interface OwnServer {
  url: URL;
  /** Headers that prove that the request comes from this server. */
  headers: Record<string, string>;
  /** The time limit for the beginning of its answer. */
  timeoutMs: number;
}

/** A hosted service that answers a text with mono 16-bit sound, over HTTP. */
export interface VoiceService {
  readonly provider: VoiceProvider;
  /** The page that documents the protocol, and the day it was read. */
  readonly source: string;
  /** Settings of the contract that reach the service, beside `voiceId`. */
  readonly settings: readonly string[];
  /** Settings without effect together with the others, with the reason: such as those of another model. Default: none. */
  ignored?(voice: Voice): Readonly<Record<string, string>>;
  /** Why these settings cannot run, and what to set instead. Default: they can run. */
  problem?(voice: Voice): string | undefined;
  /** The organization's server that speaks, in place of a service with a key and voices. Fails with a `ProviderError`. */
  ownServer?(voice: Voice, context: ProviderContext): OwnServer;
  /** The provider's own address. `urls` of the context and the address in a credential replace it. */
  readonly baseUrl: string | ((voice: Voice, context: ProviderContext) => string);
  /** Headers of every request. Absent: the organization's own server has them. */
  headers?(key: string): Record<string, string>;
  /** A free request that needs the key. Absent: none is documented, or the check of the provider's models is used. */
  readonly keyCheck?: { source: string; path: string };
  /** Absent: no list of voices is documented. */
  readonly catalog?: VoiceCatalog;
  /** The model by which the provider charges, if it differs from the settings and their default. */
  model?(voice: Voice): string;
  /** In Hz, of the sound that `request` asks for. Default: `SAMPLE_RATE`. */
  readonly sampleRate?: number;
  /** Default: plain samples. */
  readonly sound?: SoundFormat;
  request(text: string, use: VoiceUse): VoiceRequest;
}

/** The object without its undefined values, undefined when none is left. */
export function givenFields<Fields extends Record<string, unknown>>(fields: Fields): Partial<Fields> | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Partial<Fields>);
}

/** The provider's own address, with these settings. */
export const ownUrl = ({ baseUrl }: VoiceService, voice: Voice, context: ProviderContext): string =>
  typeof baseUrl === "string" ? baseUrl : baseUrl(voice, context);

/** Where a service is asked. `isOutside`: the organization names the address, which must not lead into the server's own network. */
export function servicePlace(
  service: VoiceService,
  voice: Voice,
  context: ProviderContext,
): { baseUrl: string; isOutside: boolean } {
  const { provider, ownServer } = service;
  const own = ownUrl(service, voice, context);
  const { baseUrl, namedBy } = ownServer ? { baseUrl: own, namedBy: "credential" } : placeOf(provider, own, context);
  return { baseUrl, isOutside: namedBy === "credential" && !context.allowPrivateAddresses };
}
