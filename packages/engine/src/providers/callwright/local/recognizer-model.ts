import { join } from "node:path";
import { loadSpeechLibrary } from "../speech-library.ts";
import type { HeardBy, RecognizerModelFiles } from "./installed-recognizer.ts";
import { LARGE_MODEL_THREADS } from "./large-model-threads.ts";

export const SAMPLE_RATE = 16_000;

/** The result of one decode. The models report no confidence. */
export interface Decoded {
  text: string;
  tokens: readonly string[];
}

/** Part of sherpa-onnx's recognizer. It is safe to decode several streams at once; a stream is not. */
export interface RecognizerModel {
  createStream(): { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
  decodeAsync(stream: ReturnType<RecognizerModel["createStream"]>): Promise<Decoded>;
}

interface Library {
  OfflineRecognizer: { createAsync(config: Record<string, unknown>): Promise<RecognizerModel> };
}

/** Decodes one sound. */
export function decode(model: RecognizerModel, samples: Float32Array): Promise<Decoded> {
  const stream = model.createStream();
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
  return model.decodeAsync(stream);
}

/** Loads a recognizer from checked files: other files could end the process (`speech-process.ts`). */
export function loadRecognizerModel(files: RecognizerModelFiles): Promise<RecognizerModel> {
  const { OfflineRecognizer } = loadSpeechLibrary<Library>();
  // `createAsync` turns a truncated model into an exception; the constructor would block, and end the process.
  return OfflineRecognizer.createAsync({
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { ...configOf(files), tokens: files.tokens, provider: "cpu", debug: 0 },
  });
}

function configOf({ kind, tokens: _, ...files }: RecognizerModelFiles): Record<string, unknown> {
  // Moonshine is fastest on one thread, even if there are more.
  if (kind === "moonshine") return { moonshine: files, numThreads: 1 };
  return { transducer: files, modelType: "nemo_transducer", numThreads: LARGE_MODEL_THREADS };
}

/** The files of a recognizer, by their paths. */
export function filesIn(folder: string, { model: { kind, ...files } }: Pick<HeardBy, "model">): RecognizerModelFiles {
  const paths = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(folder, file)]));
  return { kind, ...paths } as RecognizerModelFiles;
}
