/**
 * `node scripts/licences.mjs` writes the table of docs/third-party-licences.md from package-lock.json; what is above its marker is written by hand.
 * `npm run check` fails when the table is not current.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isMain, root } from "./workspaces.mjs";

const DOCUMENT = path.join(root, "docs", "third-party-licences.md");
const MARKER = "<!-- Below: written by scripts/licences.mjs -->\n";

/** Packages whose manifest names no licence; read in their own files. */
const READ_BY_HAND = { async: "MIT" };

/** Packages that are shipped or needed to run, one line for each package and licence. Development tools are left out. */
function table() {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const rows = new Map();
  for (const [folder, { version, license, dev, link }] of Object.entries(packages)) {
    const name = folder.split("node_modules/").at(-1);
    if (!folder.includes("node_modules/") || dev || link) continue;
    const row = `| ${name} | ${license ?? READ_BY_HAND[name] ?? "unknown"} |`;
    rows.set(row, [...new Set([...(rows.get(row) ?? []), version])]);
  }
  const lines = [...rows].map(([row, versions]) => row.replace(/ \| /, ` | ${versions.join(", ")} | `));
  return ["| package | version | licence |", "|---|---|---|", ...lines.sort()].join("\n");
}

function document() {
  const current = readFileSync(DOCUMENT, "utf8");
  return { current, wanted: `${current.split(MARKER)[0]}${MARKER}\n${table()}\n` };
}

/** The problems of the document, one sentence each. */
export function checkLicences() {
  const { current, wanted } = document();
  if (wanted.includes("| unknown |")) return ["A package names no licence: read its files and add it to scripts/licences.mjs."];
  return current === wanted ? [] : ["docs/third-party-licences.md is not current. Run: node scripts/licences.mjs"];
}

if (isMain(import.meta.url)) writeFileSync(DOCUMENT, document().wanted);
