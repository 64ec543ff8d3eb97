import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const CONTRACT = /^(.*[\\/]packages[\\/]contract[\\/]src[\\/])(nouns|index|every-noun)\.ts$/;
const EXPORTS = /^export \* from .*$\n?/gm;

/**
 * `nouns.ts` of the contract has the list of nouns, which the first script needs, and exports the schemas, which it does not need. The bundler puts
 * all that a file of a script imports into that script: so the exports of schemas are moved to the files that export `nouns.ts`.
 */
export const lightNouns: Plugin = {
  name: "light-nouns",
  enforce: "pre",
  async transform(code, id) {
    const [, folder = "", name] = CONTRACT.exec(id) ?? [];
    if (name === undefined) return undefined;
    if (name === "nouns") return { code: code.replace(EXPORTS, ""), map: null };
    const nouns = `${folder}nouns.ts`;
    this.addWatchFile(nouns);
    return { code: [code, ...((await readFile(nouns, "utf8")).match(EXPORTS) ?? [])].join("\n"), map: null };
  },
};
