/** What the browser tests need besides Node: a browser, a voice for the caller, ears for the recording, and a database that several servers share. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./run.mjs";

/** Command → Debian package. */
const COMMANDS = { chromium: "chromium", flite: "flite", sox: "sox" };
/** Further programs for `npm run test:long`. */
const LONG_COMMANDS = { "firefox-esr": "firefox-esr", pulseaudio: "pulseaudio" };
/** Makes the screen tests twice as fast. They run in the whole browser where it cannot be installed. */
const OPTIONAL = { "chromium-headless-shell": "chromium-headless-shell" };
/** WebKit, and a display for it. Its tests are skipped if it cannot be installed. */
const LONG_OPTIONAL = { WebKitWebDriver: "webkit2gtk-driver", Xvfb: "xvfb" };
/** Recordings of people with transcriptions. Their package contains no command. */
const HUMAN_SPEECH = { folder: "/usr/share/pocketsphinx/test/data", name: "pocketsphinx-testdata" };
/** Debian keeps the programs of each PostgreSQL in this folder, and not on the PATH. */
const DEBIAN_POSTGRES = "/usr/lib/postgresql";
/** The cluster that Debian creates when it installs PostgreSQL; the tests create their own clusters. */
const DEBIAN_CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.conf";

const pathFolders = () => (process.env.PATH ?? "").split(path.delimiter);

function isOnPath(command) {
  return pathFolders().some((folder) => existsSync(path.join(folder, command)));
}

/** The folder with `initdb`, `pg_ctl` and `postgres` of the system's newest PostgreSQL, not the bundled one. Undefined if it has none. */
export function systemPostgresFolder() {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(DEBIAN_POSTGRES, version, "bin"));
  return [...newestFirst, ...pathFolders()].find((folder) =>
    ["initdb", "pg_ctl", "postgres"].every((program) => existsSync(path.join(folder, program))),
  );
}

/** The PostgreSQL installed for the tests must start no cluster by itself, on any port. An existing configuration stays. */
function installNoCluster() {
  if (existsSync(DEBIAN_CLUSTER_SETTINGS)) return;
  mkdirSync(path.dirname(DEBIAN_CLUSTER_SETTINGS), { recursive: true });
  writeFileSync(DEBIAN_CLUSTER_SETTINGS, "create_main_cluster = false\n");
}

const missingOf = (commands) =>
  Object.entries(commands)
    .filter(([command]) => !isOnPath(command))
    .map(([, name]) => name);

function missingPackages(isLong) {
  const missing = missingOf(isLong ? { ...COMMANDS, ...LONG_COMMANDS } : COMMANDS);
  if (isOnPath("apt-get") && !existsSync(HUMAN_SPEECH.folder)) missing.push(HUMAN_SPEECH.name);
  if (!systemPostgresFolder()) missing.push("postgresql");
  return missing;
}

/** Installs them on Debian as root; elsewhere, says what to install. True if everything exists. `isLong`: includes other browsers. */
export async function provideSystemTools(isLong) {
  const missing = missingPackages(isLong);
  const optional = missingOf(isLong ? { ...OPTIONAL, ...LONG_OPTIONAL } : OPTIONAL);
  const canInstall = isOnPath("apt-get") && process.getuid?.() === 0;
  if (missing.length === 0 && (optional.length === 0 || !canInstall)) return true;
  if (!canInstall) {
    console.error(
      `The browser tests need: ${missing.join(", ")}. Install them with your system's packages (Debian: sudo apt-get install ${missing.join(" ")}).`,
    );
    return false;
  }
  if (missing.includes("postgresql")) installNoCluster();
  console.log(`Installing ${[...missing, ...optional].join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = (names) => run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], { env, quiet: true });
  const update = await run("apt-get", ["update", "-qq"], { env, quiet: true });
  const installed = missing.length > 0 ? await install(missing) : { code: 0, output: "" };
  if (optional.length > 0) await install(optional);
  if (installed.code === 0 && missingPackages(isLong).length === 0) return true;
  console.error(`apt-get could not install ${missing.join(", ")}:\n${update.output}${installed.output}`);
  return false;
}
