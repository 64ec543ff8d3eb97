import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { HOST_PULSE_MS } from "./call-host-protocol.ts";
import { HostWatch } from "./host-watch.ts";
import { mainThreadTimes, type ThreadTimes } from "./thread-times.ts";

/** A host with a scripted second after second. */
function watched(known = true) {
  let nowMs = 0;
  const times: ThreadTimes = { ranMs: 0, waitedMs: 0, isRunnable: false };
  const watch = new HostWatch({ now: () => nowMs, times: () => (known ? { ...times } : undefined) });
  /** Answers after how many checks the host counts as stuck; `checks` + 1 if it does not. */
  const pass = (checks: number, each: Partial<ThreadTimes> = {}, elapsedMs = HOST_PULSE_MS) => {
    times.isRunnable = each.isRunnable ?? false;
    for (let check = 1; check <= checks; check++) {
      nowMs += elapsedMs;
      times.ranMs += each.ranMs ?? 0;
      times.waitedMs += each.waitedMs ?? 0;
      if (watch.check()) return check;
    }
    return checks + 1;
  };
  return { watch, pass };
}

describe("HostWatch", () => {
  it("finds a host in an endless loop, and one that sleeps, after 15 s", () => {
    expect(watched().pass(60, { ranMs: 1_000, isRunnable: true })).toBe(16);
    expect(watched().pass(60)).toBe(16);
  });

  it("does not count the time in which a host waits for the CPU", () => {
    expect(watched().pass(60, { ranMs: 100, waitedMs: 900, isRunnable: true })).toBe(61);
    // An endless loop that gets half of the CPU is detected after twice the time.
    expect(watched().pass(60, { ranMs: 500, waitedMs: 500, isRunnable: true })).toBe(31);
  });

  it("counts nothing for a host that could run and got no CPU at all, and counts when it is stopped", () => {
    const { pass } = watched();
    expect(pass(60, { isRunnable: true })).toBe(61);
    expect(pass(60)).toBe(16);
  });

  it("knows when a host is late, and whether it waits for the CPU", () => {
    const { watch, pass } = watched();
    pass(3, { waitedMs: 500, isRunnable: true });
    expect([watch.isLate, watch.waitsForCpu]).toEqual([false, true]);
    pass(1, { ranMs: 900 });
    expect([watch.isLate, watch.waitsForCpu]).toEqual([true, false]);
    watch.heard();
    expect(watch.isLate).toBe(false);
  });

  it("begins from zero with each message", () => {
    const { watch, pass } = watched();
    expect(pass(14)).toBe(15);
    expect(watch.isSilent).toBe(true);
    watch.heard();
    expect(watch.isSilent).toBe(false);
    expect(pass(14)).toBe(15);
  });

  it("counts a check that is late as one second: the server itself had no time to read", () => {
    expect(watched().pass(15, {}, 10_000)).toBe(16);
  });

  it("waits a minute when the system does not report which process waits for the CPU", () => {
    expect(watched(false).pass(100)).toBe(61);
  });
});

describe.runIf(process.platform === "linux")("mainThreadTimes", () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill("SIGKILL"));

  it("sees an endless loop run or wait, and a sleeping process do neither", async () => {
    child = spawn(process.execPath, ["-e", "process.stdout.write('begun'); for (;;);"], { stdio: ["ignore", "pipe", "ignore"] });
    if (child.stdout) await once(child.stdout, "data");
    const pid = child.pid ?? 0;
    const before = mainThreadTimes(pid);
    const sum = ({ ranMs, waitedMs }: ThreadTimes) => ranMs + waitedMs;
    await expect.poll(() => before && sum(mainThreadTimes(pid) ?? before) - sum(before)).toBeGreaterThan(50);
    expect(mainThreadTimes(pid)?.isRunnable).toBe(true);
    child.kill("SIGSTOP");
    await expect.poll(() => mainThreadTimes(pid)?.isRunnable).toBe(false);
    const stopped = mainThreadTimes(pid);
    expect(mainThreadTimes(pid)).toEqual(stopped);
  });

  it("knows nothing of a process that is gone", () => {
    expect(mainThreadTimes(2 ** 22 + 1)).toBeUndefined();
  });
});
