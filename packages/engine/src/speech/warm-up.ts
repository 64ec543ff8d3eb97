import { initializeLogger } from "@livekit/agents";
import type { CallVoice } from "./synthesis.ts";
import { warmTurnDetection } from "./turn-detector.ts";

/** Prepares this process for speech sessions. The framework's log carries transcripts, so it is silent. */
export function setUpSpeech(): void {
  initializeLogger({ pretty: false, level: "silent" });
}

/** Loads the models of turn detection and synthesizes a word, so that no call waits for them. */
export async function warmSpeech(voice: CallVoice): Promise<void> {
  await Promise.all([warmTurnDetection(), warmVoice(voice)]);
}

async function warmVoice({ tts: voice }: CallVoice): Promise<void> {
  if (!voice) return;
  const stream = voice.stream();
  stream.pushText("Hello.");
  stream.endInput();
  for await (const _sound of stream);
  stream.close();
}
