import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in ticks of 10 ms (USER_HZ). */
const MS_PER_TICK = 10;
const PAGE_BYTES = 4096;

export interface Usage {
  /** CPU time since the process began, user and system. */
  cpuMs: number;
  rssBytes: number;
}

/** The resources of processes and all their descendants, read from /proc. */
export function usageOfTrees(rootPids: readonly number[]): Usage {
  const usage: Usage = { cpuMs: 0, rssBytes: 0 };
  for (const pid of withDescendants(rootPids)) {
    const stat = readStat(pid);
    if (!stat) continue;
    // Fields 14 and 15 (utime, stime) and 24 (rss in pages) of proc(5), counted from the one after the command.
    usage.cpuMs += (Number(stat[11]) + Number(stat[12])) * MS_PER_TICK;
    usage.rssBytes += Number(stat[21]) * PAGE_BYTES;
  }
  return usage;
}

/** Fields of /proc/pid/stat after the command's name, which may hold blanks. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function withDescendants(rootPids: readonly number[]): Set<number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (Number.isInteger(pid)) parents.set(pid, Number(readStat(pid)?.[1]));
  }
  const found = new Set(rootPids);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [pid, parent] of parents) {
      if (!found.has(pid) && found.has(parent)) {
        found.add(pid);
        grown = true;
      }
    }
  }
  return found;
}
