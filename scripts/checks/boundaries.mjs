/** The arrows of docs/architecture.md that Biome cannot see: a relative import must not leave its workspace. */
import { workspaces } from "../workspaces.mjs";
import { relativeImports } from "./imports.mjs";
import { isCode } from "./listing.mjs";

function workspaceOf(file) {
  return workspaces.find(({ folder }) => file.startsWith(`${folder}/`))?.folder;
}

export function checkBoundaries(files, read) {
  const problems = [];
  for (const file of files.filter(isCode)) {
    const home = workspaceOf(file);
    if (!home) continue;
    for (const { specifier, target } of relativeImports(file, read(file))) {
      if (workspaceOf(target) !== home) problems.push(`${file}: '${specifier}' leaves ${home}. Import the package by its name.`);
    }
  }
  return problems;
}
