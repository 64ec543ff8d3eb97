import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The resources of a server and its child processes, from /proc. Linux only, like its tests. */
export interface Holdings {
  processes: number;
  fileHandles: number;
  rssBytes: number;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function listProcesses(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state === "Z") return [];
      return [{ pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }];
    } catch {
      return [];
    }
  });
}

/** A process and all its descendants, parents first. */
export function processTree(rootPid: number): Process[] {
  const all = listProcesses();
  const descend = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...descend(child.pid)]);
  return [...all.filter(({ pid }) => pid === rootPid), ...descend(rootPid)];
}

function count(read: () => number): number {
  try {
    return read();
  } catch {
    // The process ended after the listing.
    return 0;
  }
}

const memoryOf = (pid: number) =>
  count(() => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024);

/** Resident memory of a server's own processes, in bytes: of the main process, and of its call hosts together. */
export function memoryOfServer(serverPid: number): { server: number; callHosts: number } {
  const sum = (command: RegExp) =>
    processTree(serverPid).reduce((bytes, each) => bytes + (command.test(each.command) ? memoryOf(each.pid) : 0), 0);
  return { server: sum(/server\/(?:dist|src)\/main\.(?:js|ts)/), callHosts: sum(/call-host\.(?:js|ts)/) };
}

export function holdingsOf(rootPid: number): Holdings {
  const tree = processTree(rootPid);
  const sum = (of: (pid: number) => number) => tree.reduce((total, { pid }) => total + count(() => of(pid)), 0);
  return {
    processes: tree.length,
    fileHandles: sum((pid) => readdirSync(`/proc/${pid}/fd`).length),
    rssBytes: sum(memoryOf),
  };
}

/** The call hosts a server has started. */
export function callHostPids(serverPid: number): number[] {
  return processTree(serverPid).flatMap(({ pid, command }) => (/call-host\.(js|ts)/.test(command) ? [pid] : []));
}

/** The embedded PostgreSQL's first process, by the file in its cluster. */
export function postgresPid(dataDir: string): number {
  const file = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find(
    (name) => path.basename(name) === "postmaster.pid",
  );
  if (!file) throw new Error(`No PostgreSQL runs under ${dataDir}.`);
  return Number(readFileSync(path.join(dataDir, file), "utf8").split("\n")[0]);
}
