import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const MODEL = "@moonshine-ai/moonshine-js";
const FOLDER = join("dist", "model", "tiny", "quantized");
/** Sizes in release 0.1.29. A truncated model could end the process that loads it. */
const ENCODER = { name: "encoder_model.onnx", bytes: 7_937_661 };
const DECODER = { name: "decoder_model_merged.onnx", bytes: 20_243_286 };

export interface ModelFiles {
  encoder: string;
  decoder: string;
}

/** The files of Moonshine tiny (English, MIT, 28 MB), which npm installs; undefined when they are missing or incomplete. */
export function findModelFiles(): ModelFiles | undefined {
  // The package exports no path that `resolve` could find.
  const folders = createRequire(import.meta.url).resolve.paths(MODEL) ?? [];
  return folders
    .map((folder) => ({
      encoder: completeFile(join(folder, MODEL, FOLDER, ENCODER.name), ENCODER.bytes),
      decoder: completeFile(join(folder, MODEL, FOLDER, DECODER.name), DECODER.bytes),
    }))
    .find((files): files is ModelFiles => files.encoder !== undefined && files.decoder !== undefined);
}

function completeFile(path: string, bytes: number): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size === bytes ? path : undefined;
}
