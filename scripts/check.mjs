/** `npm run check`: every house rule that a tool can check, in parallel. One sentence for each violation; exit code 1 if there is one. */

import { checkBoundaries } from "./checks/boundaries.mjs";
import { checkCatalog } from "./checks/catalog.mjs";
import { checkFloors } from "./checks/floors.mjs";
import { checkHandlers } from "./checks/handlers.mjs";
import { listFiles, read } from "./checks/listing.mjs";
import { checkNames } from "./checks/names.mjs";
import { checkLockfiles, checkVersions } from "./checks/packages.mjs";
import { checkSmallFiles } from "./checks/small-files.mjs";
import { checkStyles } from "./checks/styles.mjs";
import { checkSyntax } from "./checks/syntax.mjs";
import { checkWords } from "./checks/words.mjs";
import { installForDevelopment } from "./install.mjs";
import { checkLicences } from "./licences.mjs";
import { bin, compile, run } from "./run.mjs";
import { isMain, testsFolder } from "./workspaces.mjs";

async function tool(name, running) {
  const { code, output } = await running;
  return { name, problems: code === 0 ? [] : [output.trim()] };
}

/** Runs every check and prints what it found. */
export async function check() {
  const files = listFiles();
  const results = await Promise.all([
    // Each project once, those that changed since the last check and those that use them.
    tool("types", compile(["-b"], { quiet: true })),
    tool(
      "lint and format",
      run(bin("biome", testsFolder), ["check", "--error-on-warnings", "--max-diagnostics=100", "."], { quiet: true }),
    ),
    tool("unused code", run(bin("knip", testsFolder), ["--no-progress"], { quiet: true })),
    { name: "names", problems: checkNames(files, read) },
    { name: "catalog", problems: checkCatalog(files, read) },
    { name: "small files", problems: checkSmallFiles(files, read) },
    { name: "styles", problems: checkStyles(files, read) },
    { name: "syntax", problems: checkSyntax(files, read) },
    { name: "words", problems: checkWords(files, read) },
    { name: "handlers", problems: checkHandlers(files, read) },
    { name: "boundaries", problems: checkBoundaries(files, read) },
    { name: "floors", problems: checkFloors(files, read) },
    { name: "versions", problems: [...checkVersions(files, read), ...checkLockfiles(files, read)] },
    { name: "licences", problems: checkLicences() },
  ]);
  for (const { name, problems } of results) {
    console.log(problems.length === 0 ? `✓ ${name}` : `✗ ${name}`);
    for (const problem of problems) console.log(problem.replace(/^/gm, "    "));
  }
  const broken = results.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
  return { passed: results.length - broken.length, failed: broken.length, problems: broken };
}

if (isMain(import.meta.url)) {
  const isPassed = (await installForDevelopment()) && (await check()).failed === 0;
  if (!isPassed) process.exitCode = 1;
}
