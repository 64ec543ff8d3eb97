import type { tts } from "@livekit/agents";
import { VoiceChain } from "../speech/voice-chain.ts";

/** The voices of a call that has one. */
export const onlyVoice = (voice: tts.TTS, provider = "test") => new VoiceChain([async () => ({ provider, tts: voice })]);
