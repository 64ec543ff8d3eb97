/**
 * `npm run test:outside -- <area>` tests with external programs: clients of vendors, other servers, other languages. An area is a folder
 * `tests/outside/<area>` with separate packages, which are installed on first use. Its package.json names in `needs` the programs that must be on the
 * PATH, as `{ "Go": "go" }`, and in `scripts.test` its command, which gets the further arguments of this script. Without an area, lists them.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { installForDevelopment, installWhenNeeded } from "./install.mjs";
import { npm } from "./run.mjs";
import { isMain, root } from "./workspaces.mjs";

const AREAS = path.join(root, "tests", "outside");

const manifestOf = (area) => JSON.parse(readFileSync(path.join(AREAS, area, "package.json"), "utf8"));

/** Names of missing programs. */
export const missingOf = (needs = {}) =>
  Object.entries(needs).flatMap(([name, program]) =>
    spawnSync(program, ["--version"], { stdio: "ignore" }).error ? [name] : [],
  );

/** The exit code. */
async function test(area, more) {
  const missing = missingOf(manifestOf(area).needs);
  if (missing.length > 0) {
    console.log(`${area}: skipped: needs ${missing.join(", ")}`);
    return 0;
  }
  const folder = path.join(AREAS, area);
  const isReady = (await installForDevelopment()) && (await installWhenNeeded(folder));
  return isReady ? (await npm(["test", "--", ...more], { cwd: folder })).code : 1;
}

if (isMain(import.meta.url)) {
  const areas = readdirSync(AREAS, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const [area, ...more] = process.argv.slice(2);
  if (areas.includes(area)) process.exitCode = await test(area, more);
  else {
    if (area !== undefined) console.error(`There is no area '${area}'.`);
    console.log("npm run test:outside -- <area>");
    for (const each of areas) console.log(`  ${each}: ${manifestOf(each).description}`);
    process.exitCode = area === undefined ? 0 : 1;
  }
}
