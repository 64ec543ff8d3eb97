/** A spread of an object literal into another: TypeScript then does not look for unknown properties. */
import { isCode } from "./listing.mjs";

/** Folders that still have such spreads. */
const NOT_YET = ["apps/server/", "apps/web/", "packages/engine/"];

/** A spread of an object literal, also in parentheses. `...{{` stands in texts only. */
const SPREAD = /\.\.\.\s*\(*\s*\{(?!\{)/g;

export function checkSpreads(files, read) {
  const isChecked = (file) => isCode(file) && !NOT_YET.some((folder) => file.startsWith(folder));
  return files.filter(isChecked).flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(SPREAD)].map(({ index }) => {
      const line = text.slice(0, index).split("\n").length;
      return `${file}:${line}: write the properties of the spread object out, so that unknown properties are found.`;
    });
  });
}
