/** Installs the packages of package-lock.json, unless they are installed. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { npm } from "./run.mjs";
import { root, testsFolder } from "./workspaces.mjs";

function packagesOf(...file) {
  try {
    return JSON.parse(readFileSync(path.join(...file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** npm writes its hidden lockfile last, so an interrupted install does not count. */
function isInstalled(folder, needsDev) {
  const wanted = packagesOf(folder, "package-lock.json");
  const installed = packagesOf(folder, "node_modules", ".package-lock.json");
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([folder, { version, dev, optional, devOptional }]) => {
    if (folder === "") return true;
    const found = installed[folder];
    // Optional packages of other platforms are not installed, and not needed.
    return found ? found.version === version : Boolean(optional || devOptional || (dev && !needsDev));
  });
}

/** True when everything is installed that the lockfile in `folder` names. Default: the repository's own. `needsDev: false`: development packages may be left out. */
export async function installWhenNeeded(folder = root, { needsDev = true } = {}) {
  if (isInstalled(folder, needsDev)) return true;
  const name = path.relative(root, folder);
  console.log(`Installing packages${name && ` of ${name}`} (about two minutes the first time) …`);
  const { code } = await npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  if (code !== 0) console.error("The packages could not be installed. npm said why above; run 'npm ci' to try again.");
  return code === 0;
}

/** What checks, tests and benchmarks need: also the packages of `tests` and `bench`, which a build and a server do without. */
export async function installForDevelopment() {
  for (const folder of [root, testsFolder, path.join(root, "bench")]) if (!(await installWhenNeeded(folder))) return false;
  return true;
}
