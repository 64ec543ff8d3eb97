import type { Hearing, Model, Transcriber, Voice } from "@callwright/contract";
import type { stt, tts } from "@livekit/agents";
import type { LanguageModel } from "../conversation/language-model.ts";

/** What a provider may use besides its own settings. Keys reach neither a log nor an answer. */
export interface ProviderContext {
  /** Keys from the server's environment by provider id. */
  keys: Readonly<Record<string, string>>;
  /** Keys of the assistant's organisation by provider id; they come before the server's. */
  orgKeys?: Readonly<Record<string, string>> | undefined;
  /** Texts of the assistant's files, for the built-in model, which answers with their sentences. Default: none. */
  knowledge?: readonly string[] | undefined;
  /** Base URL by provider id, where it differs from the provider's own. */
  urls: Readonly<Record<string, string>>;
  /** May an assistant's own URL lead to this machine and its network? Default false. URLs of the environment always may. */
  allowPrivateAddresses?: boolean;
  /** Whether `fake-…` models, voices and transcribers may be used: for tests and benches (see `fake/`). Default false. */
  fakes?: boolean;
}

/** What hears the caller. Absent `stt`: the words come over the data channel (`browser`) or are typed (`text`). */
export interface HearingTranscriber {
  hearing: Hearing;
  stt?: stt.STT;
}

/**
 * A provider of models, voices or transcribers: one folder each under `providers/`, every folder the same shape
 * (`index.ts` with the provider, `model.ts`, `voice.ts`, `transcriber.ts` as far as it has them).
 * Parts load when they are first used, so that a chat never loads audio code.
 */
export interface Provider {
  readonly id: string;
  readonly model?: (settings: Model, context: ProviderContext) => Promise<LanguageModel>;
  readonly voice?: (settings: Voice, context: ProviderContext) => Promise<tts.TTS>;
  readonly transcriber?: (settings: Transcriber, context: ProviderContext) => Promise<HearingTranscriber>;
}
