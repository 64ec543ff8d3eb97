/** Code that compiles although it is wrong. */
import { isCode } from "./listing.mjs";

const FAULTS = [
  {
    // Also in parentheses. `...{{` only occurs in texts.
    pattern: /\.\.\.\s*\(*\s*\{(?!\{)/g,
    advice: "write the properties of the spread object out, so that unknown properties are found.",
  },
  {
    pattern: /\bURL\.canParse\(/g,
    advice: "use 'parseUrl' of the contract: on Node 20 and 22, this function calls hosts such as 'bücher.example' invalid.",
  },
];

export function checkSyntax(files, read) {
  return files.filter(isCode).flatMap((file) => {
    const text = read(file);
    return FAULTS.flatMap(({ pattern, advice }) =>
      [...text.matchAll(pattern)].map(({ index }) => `${file}:${text.slice(0, index).split("\n").length}: ${advice}`),
    );
  });
}
