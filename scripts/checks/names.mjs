/** House rule 1: a name describes the content of the file or the folder. */
import path from "node:path";
import { isCode } from "./listing.mjs";

const EMPTY_NAMES = new Set(["utils", "util", "helpers", "helper", "common", "misc", "new", "legacy", "shared", "stuff"]);

export function checkNames(files, read) {
  const problems = [];
  for (const file of files.filter(isCode)) {
    for (const part of file.split("/")) {
      const words = part.replace(/\.(test\.)?(tsx?|mjs)$/, "").split(/[-.]/);
      const empty = words.find((word) => EMPTY_NAMES.has(word.toLowerCase()) || /^v\d+$/i.test(word));
      if (empty) problems.push(`${file}: '${empty}' says nothing. Name it after what it does.`);
    }
    if (file.endsWith(".tsx") && !file.endsWith(".test.tsx")) problems.push(...checkComponentName(file, read(file)));
  }
  return problems;
}

/** PascalCase.tsx holds the component of that name; a kebab-case .tsx file holds no component of its own. */
function checkComponentName(file, text) {
  const name = path.basename(file, ".tsx");
  if (/^[A-Z]/.test(name)) {
    const exportsIt = new RegExp(`export (default )?(async )?(function|const|class) ${name}\\b`).test(text);
    return exportsIt ? [] : [`${file}: export the component '${name}', or name the file after what it exports.`];
  }
  const exported = [...text.matchAll(/^export (?:default )?(?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, found]) => found,
  );
  const isComponent = exported.length === 1 && /^[A-Z][a-z]/.test(exported[0]);
  return isComponent ? [`${file}: it exports the component '${exported[0]}', so name it ${exported[0]}.tsx.`] : [];
}
