/**
 * Packs what the server offers to install, into `dist/packages`: a file for package managers, a folder of modules for pages without a bundler, and
 * `packages.json`, which lists both. `npm run build` calls it. With `--release`, the files are those for the registry, in `dist/release`: they
 * have the version of the repository's package.json (docs/releasing.md).
 *
 * Each package is whole by itself: our own packages are bundled into it, code and types, so that no registry is asked for names that we do not
 * own there. Packages of others stay dependencies.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compile, npm } from "../run.mjs";
import { isMain, offered, root, workspaces } from "../workspaces.mjs";
import { bundle } from "./bundle.mjs";
import { collectDeclarations, typesPath } from "./declarations.mjs";
import { entriesOf, nextRelease, publishedManifest, versionsOf } from "./manifest.mjs";

const readJson = (...file) => JSON.parse(readFileSync(path.join(root, ...file), "utf8"));

/** Where the declarations of a workspace are. The compiler writes them beside its code; a bundler writes none, so that they are compiled here. */
async function declarationsOf({ folder, build }, drafts) {
  if (build === "tsc") return path.join(root, folder, "dist");
  const made = path.join(drafts, "declarations", path.basename(folder));
  const project = path.join(folder, "tsconfig.types.json");
  const { code, output } = await compile(["-p", project, "--noCheck", "--outDir", made], { quiet: true });
  if (code !== 0) throw new Error(`${folder} has no declarations:\n${output}`);
  return made;
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}

/**
 * A hash of what is in a folder, and of what compresses it. It begins with a letter: a version must have no number that begins with 0.
 * Equal content has an equal version, so that an upgrade of the server changes only what is different.
 */
function hashOf(folder) {
  const hash = createHash("sha256").update(process.versions.zlib);
  for (const file of filesIn(folder)) hash.update(`\0${file}\0`).update(readFileSync(path.join(folder, file)));
  return `b${hash.digest("hex").slice(0, 9)}`;
}

const readme = ({ name, description, bin }) => `# ${name}

${description}

This package belongs to a Callwright server, which offers it at \`/packages\` and documents it${bin ? "" : " in its dashboard, under Settings → Developers"}.
`;

/** Writes the folder of a package, and its modules beside it. Returns what `packages.json` says of it. */
async function prepare(workspace, { drafts, into, known, version, repository }) {
  const { name: short, manifest } = workspace;
  const draft = path.join(drafts, short);
  const entries = entriesOf(manifest);
  const input = Object.fromEntries(entries.map(({ name, source }) => [name, path.join(root, "packages", short, source)]));
  const peers = Object.keys(manifest.peerDependencies ?? {});
  const code = await bundle({ input, platform: manifest.bin ? "node" : "neutral", peers, folder: path.join(draft, "dist") });
  const types = collectDeclarations(workspace, known, (file) => readFileSync(file, "utf8"));
  for (const [file, text] of types.files) {
    mkdirSync(path.dirname(path.join(draft, file)), { recursive: true });
    writeFileSync(path.join(draft, file), text);
  }
  if (manifest.bin) cpSync(path.join(root, "packages", short, "bin"), path.join(draft, "bin"), { recursive: true });
  cpSync(path.join(root, "LICENSE"), path.join(draft, "LICENSE"));
  writeFileSync(path.join(draft, "README.md"), readme(manifest));
  const writeManifest = (number) => {
    const published = publishedManifest(manifest, {
      version: number,
      imports: [...code.imports, ...types.imports],
      versions: versionsOf([...known.values()].map((each) => each.manifest)),
      typesOf: (entry) => typesPath(workspace, entry),
      engines: readJson("package.json").engines,
      repository,
    });
    writeFileSync(path.join(draft, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  };
  const release = readJson("package.json").version;
  writeManifest(release);
  const number = version ?? `${nextRelease(release)}-${hashOf(draft)}`;
  writeManifest(number);
  const build = `${short}-${number}`;
  const isModule = version === undefined && !manifest.bin;
  if (isModule) await bundle({ input, platform: "browser", peers, folder: path.join(into, build) });
  const importName = ({ path: exported }) => manifest.name + exported.slice(1);
  const modules = Object.fromEntries(isModule ? entries.map((entry) => [importName(entry), `${entry.name}.js`]) : []);
  return { name: manifest.name, version: number, description: manifest.description, build, modules, draft };
}

/** npm writes the files, so that they are what npm publishes. Their names are shorter here: `call-0.2.0.tgz`. */
async function pack(prepared, into) {
  const folders = prepared.map(({ draft }) => draft);
  const { code, output } = await npm(
    ["pack", ...folders, "--pack-destination", into, "--ignore-scripts", "--silent", "--no-update-notifier"],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`npm could not pack:\n${output}`);
  for (const { name, version, build } of prepared)
    renameSync(path.join(into, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`), path.join(into, `${build}.tgz`));
}

/** `version`: of a release. Without it, each package has one of its own, by its content. */
export async function packAll({ into, version, repository }) {
  const drafts = `${into}.drafts`;
  for (const folder of [into, drafts]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const inPackages = workspaces.filter(({ folder }) => folder.startsWith("packages/"));
  const described = inPackages.map((workspace) => ({
    workspace,
    name: path.basename(workspace.folder),
    folder: path.join(root, workspace.folder, "dist"),
    manifest: readJson(workspace.folder, "package.json"),
  }));
  const known = new Map(described.map((each) => [each.manifest.name, each]));
  const prepared = await Promise.all(
    offered.packages.map(async (folder) => {
      const found = described.find(({ workspace }) => workspace.folder === folder);
      const declarations = await declarationsOf(found.workspace, drafts);
      return prepare({ ...found, folder: declarations }, { drafts, into, known, version, repository });
    }),
  );
  await pack(prepared, into);
  const listed = prepared.map(({ draft: _, ...about }) => about);
  writeFileSync(path.join(into, "packages.json"), `${JSON.stringify(listed, null, 2)}\n`);
  rmSync(drafts, { recursive: true, force: true });
  return listed;
}

/** Where the source is, as a registry's proof of origin compares it. GitHub's runners tell it. */
function repositoryOf({ GITHUB_SERVER_URL, GITHUB_REPOSITORY }) {
  return GITHUB_REPOSITORY && { type: "git", url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` };
}

if (isMain(import.meta.url)) {
  const isRelease = process.argv.includes("--release");
  const packed = await packAll(
    isRelease
      ? {
          into: path.join(root, "dist", "release"),
          version: readJson("package.json").version,
          repository: repositoryOf(process.env),
        }
      : { into: path.join(root, "dist", "packages") },
  );
  if (isRelease) for (const { build } of packed) console.log(`dist/release/${build}.tgz`);
}
