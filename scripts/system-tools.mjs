/** What the browser tests need besides Node: a browser, a voice for the caller, and ears for the recording. */
import { existsSync } from "node:fs";
import path from "node:path";
import { run } from "./run.mjs";

/** Command → Debian package. pocketsphinx-en-us has no command: pocketsphinx is silent without it. */
const COMMANDS = { chromium: "chromium", flite: "flite", sox: "sox", pocketsphinx_continuous: "pocketsphinx" };
const ENGLISH_MODEL = "/usr/share/pocketsphinx/model/en-us/en-us";

function isOnPath(command) {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, command)));
}

function missingPackages() {
  const missing = Object.entries(COMMANDS)
    .filter(([command]) => !isOnPath(command))
    .map(([, name]) => name);
  if (isOnPath("apt-get") && !existsSync(ENGLISH_MODEL)) missing.push("pocketsphinx-en-us");
  return missing;
}

/** Installs them on Debian as root, says what to install elsewhere. True when everything is there. */
export async function provideSystemTools() {
  const missing = missingPackages();
  if (missing.length === 0) return true;
  if (!isOnPath("apt-get") || process.getuid?.() !== 0) {
    console.error(
      `The browser tests need: ${missing.join(", ")}. Install them with your system's packages (Debian: sudo apt-get install ${missing.join(" ")}).`,
    );
    return false;
  }
  console.log(`Installing ${missing.join(", ")} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const update = await run("apt-get", ["update", "-qq"], { env, quiet: true });
  const install = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { env, quiet: true });
  if (install.code === 0 && missingPackages().length === 0) return true;
  console.error(`apt-get could not install ${missing.join(", ")}:\n${update.output}${install.output}`);
  return false;
}
