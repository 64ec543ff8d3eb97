import { once } from "node:events";
import type { VoiceProcessAnswer, VoiceProcessJob } from "./speak-in-process.ts";
import { loadVoiceModel } from "./voice-model.ts";

/**
 * A process that loads one voice, says one text and ends: a file that is not what it should be ends this process, and no other. Its stderr is
 * dropped, because the library prints texts that it cannot pronounce.
 */
process.on("disconnect", () => process.exit(1));

const [{ folder, voice, speaker, language, text }] = (await once(process, "message")) as [VoiceProcessJob];
const signal = new AbortController().signal;

async function speak(): Promise<VoiceProcessAnswer> {
  const model = await loadVoiceModel(folder, voice);
  if (speaker >= model.speakers) return { problem: `It has ${model.speakers} speakers.` };
  const options = { speaker, language, signal };
  const startedMs = performance.now();
  const sound = await model.speak(text, options);
  const workMs = performance.now() - startedMs;
  return { sound, speakers: model.speakers, workMs };
}

const answer = await speak().catch((): VoiceProcessAnswer => ({ problem: "The speech library rejects its files." }));
process.send?.(answer, () => process.exit(0));
