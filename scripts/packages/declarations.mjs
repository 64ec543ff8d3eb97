/** The types of an offered package: its declarations, with those of our own packages that they refer to. */
import path from "node:path";
import { entriesOf, isForeign } from "./manifest.mjs";

/** An import, also one inside of a type: `from "./call.ts"`, `import("../index.ts").Call`. */
const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*|^import\s+)"([^"\n]+)"/gm;

/**
 * Everything that the declarations of a workspace lead to. `workspaces`: by package name, `{ name, manifest, folder }` with the folder of
 * its declarations. `read`: the text of a file. Returns the texts by their paths in the package, `types/<workspace>/…`, and the imports of others.
 *
 * Each workspace is a folder, and imports between them become relative: an app then resolves nothing but what it has installed.
 */
export function collectDeclarations(own, workspaces, read) {
  const files = new Map();
  const imports = new Set();
  const waiting = entriesOf(own.manifest)
    .filter(({ path: exported }) => exported !== undefined)
    .map((entry) => placeOf(own, entry.source));
  while (waiting.length > 0) {
    const place = waiting.pop();
    if (files.has(place.file)) continue;
    const text = read(path.join(place.workspace.folder, place.inside)).replace(/^\/\/# sourceMappingURL=.*$/gm, "");
    const follow = (specifier) => {
      const target = resolve(place, specifier, workspaces);
      if (target === undefined) {
        imports.add(specifier);
        return specifier;
      }
      waiting.push(target);
      const relative = path.posix.relative(path.posix.dirname(place.file), target.file).replace(/\.d\.ts$/, ".js");
      return relative.startsWith(".") ? relative : `./${relative}`;
    };
    files.set(
      place.file,
      text.replace(IMPORT, (_, before, specifier) => `${before}"${follow(specifier)}"`),
    );
  }
  return { files, imports };
}

/** Where the declarations of a source are: `inside` their workspace, and as a `file` of the package. */
function placeOf(workspace, source) {
  const inside = source.replace(/^src\//, "").replace(/\.tsx?$/, ".d.ts");
  return { workspace, inside, file: typesFile(workspace, inside) };
}

const typesFile = ({ name }, inside) => path.posix.join("types", name, inside);

/** Undefined for a package of others. */
function resolve(place, specifier, workspaces) {
  if (specifier.startsWith(".")) {
    const inside = path.posix.join(path.posix.dirname(place.inside), specifier).replace(/\.(?:ts|tsx|js)$/, ".d.ts");
    return { workspace: place.workspace, inside, file: typesFile(place.workspace, inside) };
  }
  if (isForeign(specifier)) return undefined;
  const name = specifier.split("/", 2).join("/");
  const workspace = workspaces.get(name);
  const entry =
    workspace && entriesOf(workspace.manifest).find(({ path: exported }) => exported === `.${specifier.slice(name.length)}`);
  if (!entry) throw new Error(`${place.file} imports ${specifier}, which is not exported.`);
  return placeOf(workspace, entry.source);
}

/** The path of an entry's declarations in the package, as `exports` has it. */
export const typesPath = (workspace, { source }) => `./${placeOf(workspace, source).file}`;
