import type { Voice, VoiceProvider } from "@callwright/contract";
import type { ProviderContext } from "../provider.ts";
import type { SoundFormat } from "./sound-format.ts";

/** What one phrase asks of a service. */
export interface VoiceRequest {
  /** Added to the service's base URL. */
  path: string;
  headers: Record<string, string>;
  /** An object is sent as JSON. */
  body: string | Record<string, unknown>;
}

/** The settings of the voice, with its key. */
export interface VoiceUse {
  /** `voiceId` is empty at the organization's own server if it has none. */
  voice: Voice & { voiceId: string };
  /** Empty at the organization's own server. */
  apiKey: string;
  server: OwnServer | undefined;
  now: () => Date;
}

/** A server of the organization. */
export interface OwnServer {
  url: URL;
  /** They prove that the request comes from this server. */
  headers: Record<string, string>;
  /** How long it may take to begin its answer. */
  timeoutMs: number;
}

/** A hosted service that answers a text with mono 16-bit sound, over HTTP. */
export interface VoiceService {
  readonly provider: VoiceProvider;
  /** The page that documents the protocol, and the day it was read. */
  readonly source: string;
  /** Settings of the contract that reach the service, beside `voiceId`. */
  readonly settings: readonly string[];
  /** Settings without effect beside the others, with the reason: such as those of another model. Default: none. */
  ignored?(voice: Voice): Readonly<Record<string, string>>;
  /** Why these settings cannot run, and what to set instead. Default: they can. */
  problem?(voice: Voice): string | undefined;
  /** The organization's server that speaks, in place of a service with a key and voices. Fails with a `ProviderError`. */
  ownServer?(voice: Voice, context: ProviderContext): OwnServer;
  /** The provider's own address. `urls` of the context and the address in a credential replace it. */
  baseUrl(voice: Voice, context: ProviderContext): string;
  /** The model by which the provider charges, where it is not the one in the settings or their default. */
  model?(voice: Voice): string;
  /** In Hz, of the sound that `request` asks for. */
  readonly sampleRate: number;
  readonly sound: SoundFormat;
  request(text: string, use: VoiceUse): VoiceRequest;
}

/** The object without its undefined values, undefined when none is left. */
export function givenFields<Fields extends Record<string, unknown>>(fields: Fields): Partial<Fields> | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Partial<Fields>);
}
