import { execFile } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bin } from "../../scripts/run.mjs";
import { root, testsFolder } from "../../scripts/workspaces.mjs";
import { scratchPath } from "../harness/scratch.ts";

/** biome.json enforces the house rules: each fires on a violation in a copy of the workspace's layout. */

const VIOLATIONS: [rule: string, file: string, text: string][] = [
  ["noExplicitAny", "packages/call/src/any.ts", "export const a: any = 1;"],
  ["noNonNullAssertion", "packages/call/src/assertion.ts", "export const length = (text?: string) => text!.length;"],
  ["noFloatingPromises", "packages/call/src/floating.ts", "async function load() {}\nexport function start() {\n  load();\n}"],
  ["noConsole", "apps/server/src/print.ts", 'console.log("x");'],
  ["noImportCycles", "packages/call/src/cycle-a.ts", 'import { b } from "./cycle-b.ts";\nexport const a = () => b;'],
  ["noImportCycles", "packages/call/src/cycle-b.ts", 'import { a } from "./cycle-a.ts";\nexport const b = () => a;'],
  ["useFilenamingConvention", "packages/call/src/BadName.ts", "export const x = 1;"],
  ["useFilenamingConvention", "apps/web/src/camelCase.tsx", "export const x = 1;"],
  ["noExcessiveLinesPerFile", "packages/call/src/long.ts", "export const x = 1;\n".repeat(601)],
  ["noNodejsModules", "packages/call/src/node.ts", 'import fs from "node:fs";\nexport { fs };'],
  ["noNodejsModules", "apps/web/src/node.ts", 'import fs from "node:fs";\nexport { fs };'],
  ["noRestrictedImports", "packages/contract/src/arrow.ts", 'export * from "@callwright/engine";'],
  ["noRestrictedImports", "packages/client/src/arrow.ts", 'export * from "@callwright/call";'],
  ["noRestrictedImports", "packages/call/src/arrow.ts", 'export * from "@callwright/client";'],
  ["noRestrictedImports", "packages/widget/src/arrow.ts", 'export * from "@callwright/client";'],
  ["noNodejsModules", "packages/widget/src/node.ts", 'import fs from "node:fs";\nexport { fs };'],
  ["noRestrictedImports", "packages/cli/src/arrow.ts", 'export * from "@callwright/call";'],
  ["noRestrictedImports", "packages/engine/src/arrow.ts", 'export * from "@callwright/server";'],
  ["noRestrictedImports", "apps/server/src/arrow.ts", 'export * from "@callwright/call";'],
  ["noRestrictedImports", "apps/web/src/arrow.ts", 'export * from "@callwright/engine";'],
];

const ALLOWED: [file: string, text: string][] = [
  ["packages/engine/src/allowed.ts", 'import fs from "node:fs";\nexport * from "@callwright/contract";\nexport { fs };'],
  ["packages/cli/src/allowed.ts", 'import fs from "node:fs";\nexport * from "@callwright/client";\nexport { fs };'],
  ["apps/server/src/allowed.ts", 'export * from "@callwright/contract";\nexport * from "@callwright/engine";'],
  ["packages/widget/src/allowed.ts", 'export * from "@callwright/call";\nexport * from "@callwright/contract";'],
  ["apps/web/src/Allowed.tsx", 'export * from "@callwright/call/react";\nexport * from "@callwright/client";'],
  ["packages/call/src/allowed.test.ts", 'import fs from "node:fs";\nexport const x = fs;'],
];

const RULES = [...new Set(VIOLATIONS.map(([rule]) => rule))];
let found: { rule: string; file: string }[];

interface Report {
  diagnostics: { category: string; location: { path: string | { file: string } } }[];
}

function lint(folder: string): Promise<Report> {
  const args = ["lint", "--reporter=json", "--max-diagnostics=500", "--vcs-enabled=false", "."];
  return new Promise((resolve, reject) => {
    execFile(bin("biome", testsFolder), args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (_failed, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Report);
      } catch {
        reject(new Error(`Biome printed no report: ${stdout}${stderr}`));
      }
    });
  });
}

beforeAll(async () => {
  const folder = scratchPath("rules");
  for (const [file, text] of [...VIOLATIONS.map(([, file, text]) => [file, text] as const), ...ALLOWED]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  cpSync(path.join(root, "biome.json"), path.join(folder, "biome.json"));
  const { diagnostics } = await lint(folder);
  found = diagnostics.map(({ category, location }) => ({
    rule: category.split("/").at(-1) ?? "",
    file: typeof location.path === "string" ? location.path : location.path.file,
  }));
});

test.each(VIOLATIONS)("%s fires in %s", (rule, file) => {
  expect(found.filter((each) => each.file.endsWith(file)).map((each) => each.rule)).toContain(rule);
});

test.each(ALLOWED)("%s breaks no rule", (file) => {
  expect(found.filter((each) => each.file.endsWith(file) && RULES.includes(each.rule))).toEqual([]);
});
