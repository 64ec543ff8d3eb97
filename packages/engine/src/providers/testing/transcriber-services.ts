import type { Transcriber, TranscriberProvider } from "@callwright/contract";
import type { ProviderContext } from "../provider.ts";
import * as streaming from "./streaming-dialects.ts";
import type { StreamingDialect, UtteranceDialect } from "./transcriber-dialect.ts";
import * as byUtterance from "./utterance-dialects.ts";

/** A transcriber of the conformance suite. */
export interface TranscriberService {
  /** Name in the suite. */
  name: string;
  provider: TranscriberProvider;
  settings?: Readonly<Record<string, unknown>>;
  streaming?: StreamingDialect;
  byUtterance?: UtteranceDialect;
}

export const TRANSCRIBER_SERVICES: readonly TranscriberService[] = [
  { name: "deepgram Nova", provider: "deepgram", streaming: streaming.deepgramNova },
  { name: "deepgram Flux", provider: "deepgram", settings: { model: "flux-general-en" }, streaming: streaming.deepgramFlux },
  { name: "assembly-ai", provider: "assembly-ai", streaming: streaming.assemblyAiDialect },
  {
    name: "assembly-ai Universal-3",
    provider: "assembly-ai",
    settings: { speechModel: "universal-3-5-pro", mode: "min_latency", prompt: "A pizzeria." },
    streaming: streaming.assemblyAiUniversal3,
  },
  { name: "openai", provider: "openai", settings: { model: "gpt-4o-mini-transcribe" }, streaming: streaming.openAiRealtime },
  { name: "openai live", provider: "openai", settings: { model: "gpt-live-transcribe" }, streaming: streaming.openAiLive },
  { name: "11labs realtime", provider: "11labs", streaming: streaming.elevenLabsRealtime },
  { name: "11labs files", provider: "11labs", settings: { model: "scribe_v1" }, byUtterance: byUtterance.elevenLabsConvert },
  { name: "google", provider: "google", byUtterance: byUtterance.geminiAudio },
  { name: "azure", provider: "azure", byUtterance: byUtterance.azureShortAudio },
  { name: "gladia", provider: "gladia", streaming: streaming.gladiaLive },
  { name: "speechmatics", provider: "speechmatics", streaming: streaming.speechmaticsRealtime },
  { name: "soniox", provider: "soniox", streaming: streaming.sonioxRealtime },
  { name: "cartesia Ink-Whisper", provider: "cartesia", streaming: streaming.cartesiaWhisper },
  { name: "cartesia turns", provider: "cartesia", settings: { model: "ink-2" }, streaming: streaming.cartesiaTurns },
  { name: "xai", provider: "xai", streaming: streaming.xaiRealtime },
  { name: "talkscriber", provider: "talkscriber", streaming: streaming.talkscriberDialect },
  { name: "custom-transcriber", provider: "custom-transcriber", streaming: streaming.customDialect },
  {
    name: "custom-transcriber with OpenAI's endpoint",
    provider: "custom-transcriber",
    settings: { protocol: "openai", model: "whisper-large-v3", language: "en-US" },
    byUtterance: byUtterance.openAiTranscriptions,
  },
];

/** A transcriber at a fake server, with its key. */
export function fakeTranscriber({ provider, settings, streaming: isStream }: TranscriberService, key: string, url: string) {
  const chosen = { provider, ...settings } as Transcriber;
  if (provider !== "custom-transcriber") return { settings: chosen, context: contextOf(provider, key, url) };
  const server = {
    url: isStream ? `${url.replace("http", "ws")}/ears` : `${url}/v1`,
    headers: { authorization: `Bearer ${key}` },
  };
  return { settings: { ...chosen, server }, context: { keys: {}, urls: {}, allowPrivateAddresses: true } };
}

const contextOf = (provider: string, key: string, url: string): ProviderContext => ({
  keys: { [provider]: key },
  urls: { [provider]: url },
});
