/**
 * Builds the workspaces whose sources changed since they were last built, and the packages that the server offers. `npm run build` builds; `npm start` calls it first.
 * It does not check types, which takes twice as long: `npm run check` does. What stops the compiler from writing JavaScript or declarations still fails.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bin, compile, run } from "./run.mjs";
import { isMain, offered, root, workspaces } from "./workspaces.mjs";

const PRODUCTS = [...workspaces, offered];
const STAMP = "dist/.build-stamp";
/** A test runner that builds has `test` in NODE_ENV, with which React would be bundled in its slow development version. */
const PRODUCTION = { ...process.env, NODE_ENV: "production" };
const NOT_SOURCES = new Set(["dist", "node_modules", "coverage"]);

/** Path, size and time of every file under a folder: cheap, and different whenever an editor or git touched one. */
function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return listSources(file);
      const { size, mtimeMs } = statSync(file);
      return [`${path.relative(root, file)} ${size} ${mtimeMs}`];
    });
}

function fingerprints() {
  const shared = ["tsconfig.base.json", "package-lock.json"].map((file) => readFileSync(path.join(root, file), "utf8")).join("");
  const own = new Map();
  for (const { folder, sources = folder } of PRODUCTS) {
    const hash = createHash("sha256").update(shared);
    for (const line of listSources(path.join(root, sources))) hash.update(`${line}\n`);
    own.set(folder, hash.digest("hex"));
  }
  // A bundle contains the code of its dependencies; a package compiled by tsc only refers to it.
  return new Map(
    PRODUCTS.map(({ folder, build, needs }) => [
      folder,
      build === "tsc" ? own.get(folder) : [folder, ...needs].map((name) => own.get(name)).join(" "),
    ]),
  );
}

function isStale(folder, fingerprint) {
  const stamp = path.join(root, folder, STAMP);
  return !existsSync(stamp) || readFileSync(stamp, "utf8") !== fingerprint;
}

/** How each kind is built. */
const BUILDERS = {
  tsc: (cwd) => compile(["-p", "tsconfig.build.json", "--noCheck"], { cwd, quiet: true }),
  vite: (cwd) => run(bin("vite"), ["build", "--logLevel", "warn"], { cwd, env: PRODUCTION, quiet: true }),
  pack: (cwd) => run(process.execPath, [path.join("scripts", "packages", "pack.mjs")], { cwd, quiet: true }),
};

async function build({ folder, sources = folder, build: kind }, fingerprint) {
  const cwd = path.join(root, folder);
  rmSync(path.join(cwd, "dist"), { recursive: true, force: true });
  const { code, output } = await BUILDERS[kind](cwd);
  if (code !== 0) {
    console.error(`${sources} does not build:\n${output}`);
    return false;
  }
  writeFileSync(path.join(cwd, STAMP), fingerprint);
  return true;
}

/** Builds outdated workspaces, each as soon as its dependencies are built. True if everything is built. */
export async function buildStale() {
  const fingerprint = fingerprints();
  const stale = PRODUCTS.filter(({ folder }) => isStale(folder, fingerprint.get(folder)));
  if (stale.length === 0) return true;
  console.log(`Building ${stale.map(({ folder, sources = folder }) => path.basename(sources)).join(", ")} …`);
  const building = new Map();
  for (const workspace of stale) {
    // The bundler reads the sources of its dependencies, so only the compiler waits for others' declarations.
    const needed = workspace.build === "vite" ? [] : workspace.needs.map((folder) => building.get(folder) ?? true);
    building.set(
      workspace.folder,
      Promise.all(needed).then((built) => built.every(Boolean) && build(workspace, fingerprint.get(workspace.folder))),
    );
  }
  return (await Promise.all(building.values())).every(Boolean);
}

if (isMain(import.meta.url)) {
  const built = await buildStale();
  if (!built) process.exitCode = 1;
}
