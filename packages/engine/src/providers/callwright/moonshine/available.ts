import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { findModelFiles } from "./model-files.ts";

let available: boolean | undefined;

/** Whether this system has the recognizer's library and model. Looked up once per process; nothing is loaded. */
export function moonshineAvailable(): boolean {
  available ??= hasLibrary() && findModelFiles() !== undefined;
  return available;
}

/** npm installs the library of the platform alone, and none where there is none (musl, Windows on ARM). */
function hasLibrary(): boolean {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const library = `sherpa-onnx-${platform}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(library) ?? [];
  return folders.some((folder) => existsSync(join(folder, library)) && existsSync(join(folder, "sherpa-onnx-node")));
}
