/** Conversations with assistants, their providers, and the hosts of calls. */

export type { CallEnd } from "./call/call-listener.ts";
export type { CallSpec, HookTool } from "./call/call-spec.ts";
export type { DialOrder, OperatorEnd, TransferFailure } from "./call/phone/call-transfer.ts";
export type {
  CallHostPool,
  CallHostPoolOptions,
  PoolLog,
  PoolLogEntry,
  SocketListener,
} from "./host/call-host-pool.ts";
export type { CallHostSettings, ToolAct, ToolRequest } from "./host/call-host-protocol.ts";
export { OVERLOADED } from "./host/host-processes.ts";
export { ProcessPool } from "./host/process-pool.ts";
export type { CarrierInput } from "./media/carrier-transport.ts";
export { decodeMuLaw, encodeMuLaw } from "./media/mu-law.ts";
export type { PhoneScript, SimulatedCaller } from "./media/phone-script.ts";
export { givesRelay } from "./media/relay-check.ts";
export { isHeld, narrowband, offerAgain, problemOfTelephoneOffer, takesKeyEvents, withoutKeyEvents } from "./media/sdp.ts";
export type { SocketCaller, SocketInput } from "./media/socket-transport.ts";
export { opusPacketMs } from "./media/sound-format.ts";
export { hasTone, openTonePeer, type TonePeer, toneBlock } from "./media/tone-peer.ts";
export { trimSilence, writeWave } from "./media/wave.ts";
export { ProviderError } from "./model/provider-error.ts";
export type { ProviderKey } from "./model/provider-key.ts";
export { CONNECT_MS, createAddressGuard, PrivateAddressError } from "./net/address-guard.ts";
export { hideSecrets } from "./net/hide-secrets.ts";
export { isNearby, isPrivateAddress } from "./net/private-address.ts";
export { type LoopDelay, watchLoopDelay } from "./process/loop-delay.ts";
export { ownProgram } from "./process/own-program.ts";
export { speakFile } from "./providers/callwright/flite/speak-file.ts";
export {
  findInstalledRecognizer,
  HeardBy,
  type InstalledRecognizer,
} from "./providers/callwright/local/installed-recognizer.ts";
export { INSTALLED_FILE } from "./providers/callwright/local/installed-speech.ts";
export { findInstalledVoice, InstalledVoice, parseVoiceId, SpokenBy } from "./providers/callwright/local/installed-voice.ts";
export { pronounceable } from "./providers/callwright/local/pronounceable.ts";
export { hearInProcess, speakInProcess } from "./providers/callwright/local/speech-in-process.ts";
export { moonshineAvailable } from "./providers/callwright/moonshine/available.ts";
export { hasSpeechLibrary } from "./providers/callwright/speech-library.ts";
export { speakHostedSample } from "./providers/hosted-voice/speak-sample.ts";
export { type CheckClock, checkProvider, type ProviderCheck } from "./providers/live-check/check-provider.ts";
export type { KnownLocalSpeech, ProviderContext } from "./providers/provider.ts";
export { createDictionary, removeDictionary, updateDictionary } from "./providers/voice-catalog/pronunciation.ts";
export {
  addCatalogVoice,
  catalogAbilities,
  cloneCatalogVoice,
  listCatalogVoices,
  searchCatalogVoices,
} from "./providers/voice-catalog/provider-voices.ts";
export type { CatalogVoice, SharedVoice } from "./providers/voice-catalog/voice-catalog.ts";
export type { EndpointingAdvice } from "./speech/endpointing-server.ts";
