import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeTokens } from "../providers/callwright/moonshine/load-model.ts";
import { findModelFiles } from "../providers/callwright/moonshine/model-files.ts";

/** The files of a recognizer that is on every machine with this checkout: Moonshine tiny, which npm installs. */
export async function toyRecognizerFiles(): Promise<Record<"encoder.onnx" | "decoder.onnx" | "vocabulary.txt", Buffer>> {
  const files = findModelFiles();
  if (!files) throw new Error("Run npm install.");
  const folder = await mkdtemp(join(tmpdir(), "toy-recognizer-"));
  try {
    const tokens = join(folder, "tokens.txt");
    await writeTokens(tokens);
    return {
      "encoder.onnx": await readFile(files.encoder),
      "decoder.onnx": await readFile(files.decoder),
      "vocabulary.txt": await readFile(tokens),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How the recognizer is loaded. */
export const TOY_RECOGNIZER_MODEL = {
  kind: "moonshine",
  encoder: "encoder.onnx",
  mergedDecoder: "decoder.onnx",
  tokens: "vocabulary.txt",
} as const;
