import type { Hearing, Model, Transcriber, Usage, Voice } from "@callwright/contract";
import type { stt, tts } from "@livekit/agents";
import type { VideoFrame } from "../media/video-feed.ts";
import type { LanguageModel } from "../model/language-model.ts";
import type { ProviderKey } from "../model/provider-key.ts";
import type { LoadShedding } from "../process/load-shedding.ts";

/** Data about the conversation that a model's own server may get. */
export interface ConversationData {
  /** The assistant's own. */
  metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Absent in chats. */
  call?: Readonly<Record<string, unknown>>;
  customer?: Readonly<Record<string, unknown>> | undefined;
}

/** The local speech that a server can have, by id. */
export interface KnownLocalSpeech {
  voices: ReadonlyMap<string, { languages: readonly string[]; speakers: number }>;
  recognizers: ReadonlyMap<string, { languages: readonly string[]; isInstalled: boolean }>;
}

/** The context of a provider besides its settings. Keys never reach a log or an answer. */
export interface ProviderContext {
  /** Keys from the server's environment by provider id. */
  keys: Readonly<Record<string, string>>;
  /** Keys of the assistant's organization by provider id. They take precedence over the server's. */
  orgKeys?: Readonly<Record<string, ProviderKey>> | undefined;
  /** Default: nothing. */
  conversation?: ConversationData | undefined;
  /** The current time, for the built-in model: "tomorrow" depends on it. Default: the system's clock. */
  now?: () => Date;
  /** Base URL by provider id, if it differs from the provider's own. */
  urls: Readonly<Record<string, string>>;
  /** Base URLs of models on this machine's network that the operator offers to every assistant. Default: none. */
  localModelUrls?: readonly string[] | undefined;
  /** May an assistant's own URL lead to this machine and its network? Default false. URLs of the environment always may. */
  allowPrivateAddresses?: boolean;
  /** Folder of the installed natural voices and recognizers (`callwright/local/`). Default: there are none. */
  speechFolder?: string | undefined;
  /** The natural voices and recognizers of this server, where settings are checked before a call. Default: `speechFolder` decides in the call. */
  localSpeech?: KnownLocalSpeech | undefined;
  /** Waits until a server may have loaded its model; rejects if the signal aborts. Default: in real time. */
  wait?: ((ms: number, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** What a busy process skips. Default: nothing. */
  shedding?: LoadShedding;
  /** Called with the usage of models, voices and transcribers, as soon as it is known. Must not throw. */
  onUsage?: ((usage: Usage) => void) | undefined;
  /**
   * Shows a decoded frame of the voice's picture to the caller; the connection encodes it. Default: pictures are not shown. Only for a voice whose
   * part sets `showsVideo`.
   */
  onFrame?: ((frame: VideoFrame) => void) | undefined;
  /** Whether `fake-…` models, voices and transcribers may be used: for tests and benches (see `fake/`). Default false. */
  fakes?: boolean;
}

/** The context that decides whether a part can run with its settings. */
export interface PartContext
  extends Pick<ProviderContext, "fakes" | "speechFolder" | "localSpeech">,
    /** Default: unknown. */
    Partial<Pick<ProviderContext, "urls">> {
  /** A suggested model of the provider, in place of one that cannot run. Default: the first current model of the built-in catalog. */
  firstModelOf?: (provider: string) => string;
}

/** A transcriber that reports its sent or recognized sound, in seconds. */
export type MeteredStt = stt.STT & {
  onSound?: ((seconds: number) => void) | undefined;
  /** The model by which the provider charges. Default: `model`. */
  readonly chargedModel?: string;
};

/** A transcriber. Without `stt` the words come over the data channel (`browser`) or are typed (`text`). */
export interface HearingTranscriber {
  hearing: Hearing;
  stt?: MeteredStt;
}

/** Settings of each part, and what they create. */
interface Parts {
  model: { settings: Model; made: LanguageModel };
  voice: { settings: Voice; made: tts.TTS };
  transcriber: { settings: Transcriber; made: HearingTranscriber };
}
export type PartName = keyof Parts;
export const PART_NAMES = ["model", "voice", "transcriber"] as const satisfies readonly PartName[];
export type PartSettings<Name extends PartName> = Parts[Name]["settings"];

/** A model, voice or transcriber of a provider. */
export interface ProviderPart<Name extends PartName> {
  /** Whether it needs a key, of the organization or in the server's environment. Default: it takes none. */
  readonly key?: "required" | "optional";
  /** Providers of the credentials that it can use. Default: its own id. */
  readonly credentials?: readonly string[];
  /** False: a model that calls no tools. Default true. */
  readonly callsTools?: boolean;
  /** For voices: whether one with these settings shows a picture through `onFrame`. Default: none does. */
  readonly showsVideo?: (settings: PartSettings<Name>) => boolean;
  /** The settings that have an effect. Others of the contract are stored and ignored. */
  readonly settings: readonly string[];
  /** Settings without effect together with the others, with the reason: for example settings of another model. Default: none. */
  readonly ignored?: (settings: PartSettings<Name>) => Readonly<Record<string, string>>;
  /** Why these settings cannot run here and what to choose instead; undefined if they can run. Cheap: no provider code is loaded. */
  readonly problem?: (settings: PartSettings<Name>, context: PartContext) => string | undefined;
  readonly create: (settings: PartSettings<Name>, context: ProviderContext) => Promise<Parts[Name]["made"]>;
}

type ProviderParts = { readonly [Name in PartName]?: ProviderPart<Name> };

/**
 * A provider of models, voices or transcribers: one folder each under `providers/`, every folder the same shape
 * (`index.ts` with the provider, `model.ts`, `voice.ts`, `transcriber.ts` as far as it has them).
 * Parts load when they are first used, so that a chat never loads audio code.
 */
export interface Provider extends ProviderParts {
  readonly id: string;
}
