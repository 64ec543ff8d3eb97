import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

let found: { folder: string | undefined } | undefined;

/**
 * The folder of sherpa-onnx, the library of local recognition and natural voices, in npm's package for this platform; ONNX Runtime is beside it.
 * Looked up once per process; nothing is loaded. Undefined if the platform has none (musl, Windows on ARM) or it was not installed.
 */
export function speechLibraryFolder(): string | undefined {
  found ??= { folder: find() };
  return found.folder;
}

/** Whether sherpa-onnx is installed. */
export const hasSpeechLibrary = () => speechLibraryFolder() !== undefined;

function find(): string | undefined {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const library = `sherpa-onnx-${platform}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(library) ?? [];
  const folder = folders.find((each) => existsSync(join(each, library)) && existsSync(join(each, "sherpa-onnx-node")));
  return folder && join(folder, library);
}

/** The library. It is optional, so it is loaded only when it is used. Fails if it does not load; the library hides the cause. */
export function loadSpeechLibrary<Library>(): Library {
  return createRequire(import.meta.url)("sherpa-onnx-node") as Library;
}
