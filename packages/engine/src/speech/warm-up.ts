import { initializeLogger } from "@livekit/agents";
import type { CallVoice } from "./synthesis.ts";

/** Prepares this process for speech sessions. The framework's log carries transcripts, so it is silent. */
export function setUpSpeech(): void {
  initializeLogger({ pretty: false, level: "silent" });
}

/** Synthesizes a word, so that no call waits for the voice to load. */
export async function warmVoice({ tts: voice }: CallVoice): Promise<void> {
  if (!voice) return;
  const stream = voice.stream();
  stream.pushText("Hello.");
  stream.endInput();
  for await (const _sound of stream);
  stream.close();
}
