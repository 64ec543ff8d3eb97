/** What the package.json of an offered package says, made from that of its workspace. */

/**
 * The package.json of a workspace, as far as it is read here.
 * @typedef {{
 *   name: string, exports?: Record<string, Record<string, string>>, bin?: Record<string, string>,
 *   dependencies?: Record<string, string>, peerDependencies?: Record<string, string>, [field: string]: unknown,
 * }} Manifest
 */

/** Our own packages, which are part of what is offered. Their names are on no registry, where anybody could take them. */
const OWN = "@callwright/";

/** The name of the package of an import: `lit/decorators.js` → `lit`. */
export function packageOf(specifier) {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Is this import answered by the page or by Node, with a package that is installed beside ours? */
export function isForeign(specifier) {
  return !/^[./]|^[A-Za-z]:\\/.test(specifier) && !specifier.startsWith(OWN);
}

/**
 * What can be imported of a package, from its workspace's `exports`: `path` as in those, `source` in the workspace, `name` of the file that is made.
 * A path without a built file is for tests. A program without `exports` has its main file.
 * @param {Manifest} manifest
 */
export function entriesOf({ exports, bin }) {
  if (exports === undefined) return bin ? [{ path: undefined, source: "src/main.ts", name: "main" }] : [];
  return Object.entries(exports).flatMap(([path, target]) =>
    target.default === undefined
      ? []
      : [{ path, source: target["callwright-source"].slice(2), name: path === "." ? "index" : path.slice(2) }],
  );
}

/**
 * Exact versions of all packages that workspaces name. Two versions of one package would be a choice that nobody made.
 * @param {Manifest[]} manifests
 * @returns {Record<string, string>}
 */
export function versionsOf(manifests) {
  const versions = {};
  for (const { name: workspace, dependencies = {} } of manifests)
    for (const [name, version] of Object.entries(dependencies)) {
      if (name.startsWith(OWN)) continue;
      if (versions[name] !== undefined && versions[name] !== version)
        throw new Error(`${workspace} names ${name} ${version}, and another workspace ${versions[name]}.`);
      versions[name] = version;
    }
  return versions;
}

/** `0.1.0` → `0.2.0`: builds between two releases come before the second one. */
export function nextRelease(version) {
  const [major, minor] = version.split(".").map(Number);
  return `${major}.${minor + 1}.0`;
}

/** For tools that know no `exports`: older bundlers, and TypeScript with moduleResolution `node`. */
function mainOf(exported) {
  const main = exported.find(([path]) => path === ".")?.[1];
  return main && { main: main.default, types: main.types };
}

/**
 * The package.json of an offered package. `imports`: everything that its code and its types import of others; peers stay peers, the rest
 * are dependencies, and nothing else is. `typesOf`: the path of the declarations of an entry.
 * @param {Manifest} manifest
 * @param {{
 *   version: string, imports: Iterable<string>, versions: Record<string, string>, typesOf: (entry: { name: string, source: string }) => string,
 *   engines?: object, repository?: object,
 * }} parts
 * @returns {Record<string, unknown>}
 */
export function publishedManifest(manifest, { version, imports, versions, typesOf, engines, repository }) {
  const { name, description, license, type, sideEffects, bin, peerDependencies, peerDependenciesMeta } = manifest;
  const names = [...new Set([...imports].filter((each) => !each.startsWith("node:")).map(packageOf))].sort();
  const needed = names.filter((each) => !(each in (peerDependencies ?? {})));
  const unknown = needed.filter((each) => versions[each] === undefined);
  if (unknown.length > 0)
    throw new Error(`${name} imports ${unknown.join(", ")}, which no workspace in packages names as a dependency.`);
  const exported = entriesOf(manifest)
    .filter(({ path }) => path !== undefined)
    .map((entry) => [entry.path, { types: typesOf(entry), default: `./dist/${entry.name}.js` }]);
  return {
    name,
    version,
    description,
    license,
    repository,
    type,
    sideEffects,
    ...(bin
      ? { engines, bin }
      : { ...mainOf(exported), exports: { ...Object.fromEntries(exported), "./package.json": "./package.json" } }),
    dependencies: Object.fromEntries(needed.map((each) => [each, versions[each]])),
    peerDependencies,
    peerDependenciesMeta,
    publishConfig: { access: "public" },
  };
}
