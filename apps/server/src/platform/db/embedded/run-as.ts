import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { StartError } from "../../config/start-error.ts";
import { readText } from "./postmaster.ts";

/** How a program of PostgreSQL is started: it refuses to run as root. */
export interface RunAs {
  /** Owner of the cluster's files; undefined when that is the server's own user. */
  owner: { uid: number; gid: number } | undefined;
  /** The command line that runs `program`. */
  command: (program: string, args: readonly string[]) => [program: string, args: string[]];
}

/** Changes the user and hands on a capability. Part of util-linux. */
const SETPRIV = "setpriv";
/** `nobody`, if there is no user `postgres`. */
const NOBODY = 65_534;

/**
 * As a normal user: that user. As root: the owner of the cluster, or `postgres`, or `nobody`, with the right to read and search everywhere (and no
 * other), because node_modules and the data directory may be under a /root that only root can enter.
 */
export function runAs(clusterDir: string): RunAs {
  if (process.getuid?.() !== 0) return { owner: undefined, command: (program, args) => [program, [...args]] };
  const owner = clusterOwner(clusterDir) ?? userIds("postgres") ?? { uid: NOBODY, gid: NOBODY };
  const capability = grantableCapability();
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  // no_setuid_fixup: without it access(2), by which initdb looks for its postgres, ignores capabilities of other users than root.
  const grants = capability
    ? [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, "--securebits=+no_setuid_fixup"]
    : [];
  return { owner, command: (program, args) => [SETPRIV, [...identity, ...grants, "--", program, ...args]] };
}

function clusterOwner(clusterDir: string): { uid: number; gid: number } | undefined {
  const found = statSync(clusterDir, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function userIds(name: string): { uid: number; gid: number } | undefined {
  const entry = readText("/etc/passwd")
    .split("\n")
    .find((line) => line.startsWith(`${name}:`));
  const [, , uid, gid] = entry?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

const CAPABILITIES = [
  { name: "dac_read_search", bit: 2n },
  // Containers usually keep only this wider capability.
  { name: "dac_override", bit: 1n },
];

/** The capability that lets another user through root's directories, if this process may hand it on. */
function grantableCapability(): string | undefined {
  try {
    execFileSync(SETPRIV, ["--version"], { stdio: "ignore" });
  } catch (cause) {
    throw new StartError(
      `PostgreSQL does not run as root, and ${SETPRIV} (package util-linux) is not here to hand it to another user. Start Callwright as a normal user, or set DATABASE_URL.`,
      { cause },
    );
  }
  const bounding = BigInt(`0x${/^CapBnd:\s*(\w+)/m.exec(readText("/proc/self/status"))?.[1] ?? "0"}`);
  return CAPABILITIES.find(({ bit }) => (bounding >> bit) & 1n)?.name;
}
