import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

let found: boolean | undefined;

/**
 * Whether sherpa-onnx, the library of local recognition and natural voices, is installed. Looked up once per process; nothing is loaded. npm
 * installs the library of the platform alone, and none where there is none (musl, Windows on ARM).
 */
export function hasSpeechLibrary(): boolean {
  found ??= isInstalled();
  return found;
}

function isInstalled(): boolean {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const library = `sherpa-onnx-${platform}-${process.arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(library) ?? [];
  return folders.some((folder) => existsSync(join(folder, library)) && existsSync(join(folder, "sherpa-onnx-node")));
}

/** The library. It is optional, so it is loaded only where it is used. Fails where it does not load, with a cause that it hides. */
export function loadSpeechLibrary<Library>(): Library {
  return createRequire(import.meta.url)("sherpa-onnx-node") as Library;
}
