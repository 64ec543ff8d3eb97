import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { workerEntry } from "../../../process/worker-entry.ts";
import { loadRecognizerModel, type RecognizerModel } from "../local/recognizer-model.ts";
import { findModelFiles } from "./model-files.ts";

let loaded: Promise<RecognizerModel> | undefined;

/** Loads the model once per process: about 0.6 s and 115 MB. Fails where the library does not load; a later call tries again. */
export function loadModel(): Promise<RecognizerModel> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<RecognizerModel> {
  const files = findModelFiles();
  if (!files) throw new Error("the files of the speech recognition model are missing. Run npm install.");
  const folder = await mkdtemp(join(tmpdir(), "callwright-tokens-"));
  try {
    const tokens = join(folder, "tokens.txt");
    await writeTokens(tokens);
    return await loadRecognizerModel({ kind: "moonshine", encoder: files.encoder, mergedDecoder: files.decoder, tokens });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the vocabulary that the package of the model lacks. */
export async function writeTokens(path: string): Promise<void> {
  // `once` fails with the error of the thread.
  await once(new Worker(workerEntry("tokens-worker", import.meta.url), { workerData: { path } }), "exit");
}
