/** What package.json and package-lock.json must be, so that every machine installs the same. */
import path from "node:path";

/** What is internal to someone else may change under a caret, so every version is exact; also that of an alias. */
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

/** `npm ci` refuses a lockfile without the packages of other platforms, and `npm install` drops those that a registry does not carry. */
export function checkLockfile(read) {
  const { packages } = JSON.parse(read("package-lock.json"));
  const named = new Set(Object.keys(packages).map((folder) => folder.split("node_modules/").at(-1)));
  return Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !named.has(name))
    .map((name) => `package-lock.json: ${name} is missing, and npm ci would refuse. Restore its entry from git.`);
}
