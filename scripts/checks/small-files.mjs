/**
 * A file of a few lines that only its neighbor uses is read together with that one, so it belongs there. `tables.ts` of a module is found by its
 * name, a file that is loaded late cannot be joined, and a separate concept may be small: so a number of files is permitted. `node
 * scripts/checks/small-files.mjs` lists them.
 */
import path from "node:path";
import { isMain } from "../workspaces.mjs";
import { relativeImports } from "./imports.mjs";
import { isCode, listFiles, read } from "./listing.mjs";

const MAX_LINES = 40;
const ALLOWED = 40;

const isTest = (file) => /\.test\.|\/testing\/|^(?:tests|bench)\//.test(file);

function smallFiles(files, contentOf) {
  const importers = new Map();
  for (const file of files.filter((each) => isCode(each) && !isTest(each)))
    for (const { target } of relativeImports(file, contentOf(file)))
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
  return [...importers].flatMap(([file, [importer, another]]) => {
    if (another || isTest(file) || !isCode(file) || !files.includes(file) || path.basename(file) === "tables.ts") return [];
    const isSmall = contentOf(file).split("\n").length - 1 <= MAX_LINES;
    const isLate = contentOf(importer).includes(`import("./${path.basename(file)}")`);
    return isSmall && !isLate && path.dirname(file) === path.dirname(importer) ? [{ file, importer }] : [];
  });
}

export function checkSmallFiles(files, contentOf) {
  const found = smallFiles(files, contentOf);
  if (found.length <= ALLOWED) return [];
  return [
    `${found.length} files have at most ${MAX_LINES} lines and one importer beside them; ${ALLOWED} may. Join some with their importers: 'node scripts/checks/small-files.mjs' lists them.`,
  ];
}

if (isMain(import.meta.url))
  for (const { file, importer } of smallFiles(listFiles(), read)) console.log(`${file} → ${path.basename(importer)}`);
