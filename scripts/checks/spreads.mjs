/** A spread of an object literal into another: TypeScript then does not look for unknown properties. */
import { isCode } from "./listing.mjs";

/** A spread of an object literal, also in parentheses. `...{{` stands in texts only. */
const SPREAD = /\.\.\.\s*\(*\s*\{(?!\{)/g;

export function checkSpreads(files, read) {
  return files.filter(isCode).flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(SPREAD)].map(({ index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${file}:${line}: write the properties of the spread object out, so that unknown properties are found.`;
    });
  });
}
