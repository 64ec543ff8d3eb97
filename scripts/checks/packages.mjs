/** Rules for package.json and package-lock.json, so that every machine installs the same packages. */
import path from "node:path";

/** A dependency may change internally under a caret range, so every version is exact, including that of an alias. */
export function checkVersions(files, read) {
  const problems = [];
  for (const file of files.filter((name) => path.basename(name) === "package.json")) {
    const manifest = JSON.parse(read(file));
    const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    for (const [name, version] of Object.entries(named)) {
      if (name.startsWith("@callwright/") || /^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) continue;
      problems.push(`${file}: ${name} is '${version}'. Name one exact version.`);
    }
  }
  return problems;
}

/**
 * `npm ci` refuses a lockfile without the packages of other platforms, and `npm install` drops those that a registry lacks. A lockfile with a
 * registry's address only installs from there.
 */
export function checkLockfiles(files, read) {
  return files
    .filter((name) => path.basename(name) === "package-lock.json")
    .flatMap((file) => {
      const { packages } = JSON.parse(read(file));
      const named = new Set(Object.keys(packages).map((folder) => folder.split("node_modules/").at(-1)));
      const missing = Object.values(packages)
        .flatMap(({ dependencies, optionalDependencies }) => Object.keys({ ...dependencies, ...optionalDependencies }))
        .filter((name) => !named.has(name));
      const bound = Object.keys(packages).filter((folder) => /^https?:/.test(packages[folder].resolved ?? ""));
      return [
        ...missing.map((name) => `${file}: ${name} is missing, and npm ci would refuse. Restore its entry from git.`),
        ...bound.map(
          (folder) => `${file}: ${folder} names its registry. Set omit-lockfile-registry-resolved in .npmrc beside it.`,
        ),
      ];
    });
}
