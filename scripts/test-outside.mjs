/**
 * `npm run test:outside -- <area>` tests with programs that are not ours: clients of vendors, other servers, other languages. An area is a folder
 * `tests/outside/<area>` with packages of its own, which are installed on first use. Its package.json says in `needs` which programs must be on the
 * PATH, as `{ "Go": "go" }`, and in `scripts.test` how it runs. Without an area, lists them.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { installWhenNeeded } from "./install.mjs";
import { npm } from "./run.mjs";
import { root } from "./workspaces.mjs";

const AREAS = path.join(root, "tests", "outside");

const manifestOf = (area) => JSON.parse(readFileSync(path.join(AREAS, area, "package.json"), "utf8"));
const isMissing = (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).error !== undefined;

/** The exit code. */
async function test(area) {
  const missing = Object.entries(manifestOf(area).needs ?? {}).filter(([, program]) => isMissing(program));
  if (missing.length > 0) {
    console.log(`${area}: skipped: needs ${missing.map(([name]) => name).join(", ")}`);
    return 0;
  }
  const folder = path.join(AREAS, area);
  const isReady = (await installWhenNeeded()) && (await installWhenNeeded(folder));
  return isReady ? (await npm(["test"], { cwd: folder })).code : 1;
}

const areas = readdirSync(AREAS, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const [area] = process.argv.slice(2);
if (area === undefined || !areas.includes(area)) {
  if (area !== undefined) console.error(`There is no area '${area}'.`);
  console.log("npm run test:outside -- <area>");
  for (const each of areas) console.log(`  ${each}: ${manifestOf(each).description}`);
  process.exitCode = area === undefined ? 0 : 1;
} else process.exitCode = await test(area);
