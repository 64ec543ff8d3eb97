import type { CallVoice } from "./synthesis.ts";

/** Makes a voice say a word to nobody, so that its first real word comes as fast as the second. */
export async function warmVoice({ tts: voice }: CallVoice): Promise<void> {
  if (!voice) return;
  const stream = voice.stream();
  stream.pushText("Hello.");
  stream.endInput();
  for await (const _sound of stream);
  stream.close();
}
