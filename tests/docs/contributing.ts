import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const document = readFileSync(fileURLToPath(new URL("../../CONTRIBUTING.md", import.meta.url)), "utf8");

/** The sections of CONTRIBUTING.md whose diffs are real. */
export const SECTIONS = ["Add a resource", "Add a provider of voices", "Add a tool type", "Add a carrier"] as const;

/** The blocks of a language in a section, together. */
export function blocksOf(heading: string, language: string): string {
  const section = document.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .flatMap(([, kind, text = ""]) => (kind === language ? [text] : []))
    .join("");
}

/** The files that the diffs of a section make or change. */
export function filesOf(heading: string): { file: string; isNew: boolean }[] {
  const changes = blocksOf(heading, "diff").matchAll(/^--- (.*)\n\+\+\+ b\/(.*)$/gm);
  return [...changes].map(([, from, file = ""]) => ({ file, isNew: from === "/dev/null" }));
}
