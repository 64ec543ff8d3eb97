import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { pythonOf } from "../../python-of.ts";
import { run } from "../../run.ts";

/** Program or file → Debian's package. */
const PACKAGES = {
  sipp: "sip-tester",
  janus: "janus",
  kamailio: "kamailio",
  rtpengine: "rtpengine-daemon",
  "/usr/share/pocketsphinx/test/data": "pocketsphinx-testdata",
};
/** Without them, Asterisk and lines with Opus are left out. */
const OPTIONAL = { debootstrap: "debootstrap", opusenc: "opus-tools" };

const area = path.resolve(import.meta.dirname, "..");
export const python = pythonOf(area);

const missingOf = (packages: Readonly<Record<string, string>>) =>
  Object.entries(packages).flatMap(([name, of]) => {
    const isThere = name.startsWith("/") ? existsSync(name) : spawnSync("which", [name], { stdio: "ignore" }).status === 0;
    return isThere ? [] : [of];
  });

/** Why telephones cannot be tested on this machine. */
export function sipProblem(): string | undefined {
  if (process.platform !== "linux") return "Telephones at 127.0.0.2 to 127.0.0.9 need Linux.";
  const missing = missingOf(PACKAGES);
  return missing.length === 0
    ? undefined
    : `Not installed: ${missing.join(", ")} (Debian: apt-get install ${missing.join(" ")}).`;
}

/** Installs what is missing. What cannot be installed is named by `sipProblem`. */
export async function setup(): Promise<void> {
  const missing = [...missingOf(PACKAGES), ...missingOf(OPTIONAL)];
  if (missing.length === 0 || process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) return;
  // Debian's services would listen on every address.
  for (const name of ["janus", "kamailio", "rtpengine-daemon"]) spawnSync("systemctl", ["mask", name], { stdio: "ignore" });
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { env, codes: [0, 100] });
}

/** Whether a phone can speak Opus here. */
export const hasOpus = (): boolean => missingOf({ opusenc: OPTIONAL.opusenc }).length === 0;
