/** A file's imports from its own workspace. */
import path from "node:path";

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*["'](\.[^"']*)["']/g;

/** Every relative import of a file: the specifier as written, and the path it leads to from the repository's root. */
export function relativeImports(file, text) {
  return [...text.matchAll(IMPORT)].map(([, specifier]) => ({
    specifier,
    target: path.posix.join(path.posix.dirname(file), specifier),
  }));
}
