import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { loadSpeechLibrary } from "../speech-library.ts";
import { workerEntry } from "../worker-entry.ts";
import { findModelFiles } from "./model-files.ts";

export const SAMPLE_RATE = 16_000;

/** What one decode answers. The model gives no confidence. */
export interface Decoded {
  text: string;
  tokens: readonly string[];
}

/** Part of sherpa-onnx's recognizer. It is safe to decode several streams at once; a stream is not. */
export interface Model {
  createStream(): { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
  decodeAsync(stream: ReturnType<Model["createStream"]>): Promise<Decoded>;
}

interface Library {
  OfflineRecognizer: { createAsync(config: Record<string, unknown>): Promise<Model> };
}

let loaded: Promise<Model> | undefined;

/** Loads the model once per process: about 0.6 s and 115 MB. Fails where the library does not load; a later call tries again. */
export function loadModel(): Promise<Model> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Model> {
  const files = findModelFiles();
  if (!files) throw new Error("the files of the speech recognition model are missing. Run npm install.");
  const { OfflineRecognizer } = loadSpeechLibrary<Library>();
  const folder = await mkdtemp(join(tmpdir(), "callwright-tokens-"));
  try {
    const tokens = join(folder, "tokens.txt");
    await writeTokens(tokens);
    // One thread is fastest on two cores. The constructor without `createAsync` would block, and end the process on a bad model.
    return await OfflineRecognizer.createAsync({
      featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
      modelConfig: {
        moonshine: { encoder: files.encoder, mergedDecoder: files.decoder },
        tokens,
        numThreads: 1,
        provider: "cpu",
        debug: 0,
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeTokens(path: string): Promise<void> {
  // `once` fails with the error of the thread.
  await once(new Worker(workerEntry("tokens-worker", import.meta.url), { workerData: { path } }), "exit");
}
