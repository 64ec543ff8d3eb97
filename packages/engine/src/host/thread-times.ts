import { readFileSync } from "node:fs";

/** CPU time of one thread since its start, by the operating system's scheduler. */
export interface ThreadTimes {
  ranMs: number;
  /** How long it was ready to run without a free core. */
  waitedMs: number;
  /** It runs or waits for a core now. False: it sleeps, or is stopped. */
  isRunnable: boolean;
}

const NS_PER_MS = 1e6;

/** Times of a process's main thread. Undefined: the process is gone, or this is not Linux (`schedstat` of proc(5)). */
export function mainThreadTimes(pid: number): ThreadTimes | undefined {
  try {
    const task = `/proc/${pid}/task/${pid}`;
    const [ranNs = 0, waitedNs = 0] = readFileSync(`${task}/schedstat`, "utf8").split(" ").map(Number);
    const stat = readFileSync(`${task}/stat`, "utf8");
    // The name of the program, in parentheses, may contain anything.
    const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
    return { ranMs: ranNs / NS_PER_MS, waitedMs: waitedNs / NS_PER_MS, isRunnable: state === "R" };
  } catch {
    return undefined;
  }
}
