import { once } from "node:events";
import { synthesise } from "../flite/synthesise.ts";
import { decode, filesIn, loadRecognizerModel, SAMPLE_RATE } from "./recognizer-model.ts";
import type { SpeechAnswer, SpeechJob } from "./speech-in-process.ts";
import { loadVoiceModel } from "./voice-model.ts";

/**
 * A process that loads one voice or recognizer, uses it once and ends: a faulty file only ends this process. Its stderr is dropped, because the
 * library prints texts that it cannot pronounce.
 */
process.on("disconnect", () => process.exit(1));

/** The sentence for the test of a recognizer. */
const SENTENCE = "hello what are your opening hours on saturday";

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; workMs: number }> {
  const startedMs = performance.now();
  const result = await work();
  return { result, workMs: performance.now() - startedMs };
}

async function answerTo(job: SpeechJob): Promise<SpeechAnswer> {
  if ("recognizer" in job) {
    const model = await loadRecognizerModel(filesIn(job.folder, job.recognizer));
    const { samples } = await synthesise("slt", SENTENCE);
    const sound = Float32Array.from(samples, (value) => value / 32_768);
    // The first decode is slower than those of calls, because the model allocates its memory.
    await decode(model, sound);
    const { result, workMs } = await timed(() => decode(model, sound));
    return { text: result.text, seconds: samples.length / SAMPLE_RATE, workMs };
  }
  const { folder, voice, speaker, language, text } = job;
  const model = await loadVoiceModel(folder, voice);
  if (speaker >= model.speakers) return { problem: `It has ${model.speakers} speakers.` };
  const { signal } = new AbortController();
  const { result: sound, workMs } = await timed(() => model.speak(text, { speaker, language, signal }));
  return { sound, speakers: model.speakers, workMs };
}

const [job] = (await once(process, "message")) as [SpeechJob];
const answer = await answerTo(job).catch((): SpeechAnswer => ({ problem: "The speech library rejects its files." }));
process.send?.(answer, () => process.exit(0));
