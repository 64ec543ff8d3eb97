/** The arrows of docs/architecture.md that Biome cannot see: a relative import must not leave its workspace. */
import path from "node:path";
import { workspaces } from "../workspaces.mjs";
import { isCode } from "./listing.mjs";

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*["'](\.[^"']*)["']/g;

function workspaceOf(file) {
  return workspaces.find(({ folder }) => file.startsWith(`${folder}/`))?.folder;
}

export function checkBoundaries(files, read) {
  const problems = [];
  for (const file of files.filter(isCode)) {
    const home = workspaceOf(file);
    if (!home) continue;
    for (const [, specifier] of read(file).matchAll(IMPORT)) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      if (workspaceOf(target) !== home) problems.push(`${file}: '${specifier}' leaves ${home}. Import the package by its name.`);
    }
  }
  return problems;
}
