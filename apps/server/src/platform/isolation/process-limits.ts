import { Worker } from "node:worker_threads";

const WATCH_MS = 100;

/**
 * For a process of `runIsolated` or `startIsolated`: ends it after this time, or when it needs more memory, whatever it is doing by then. A server
 * that was killed ends nobody, and the main thread may be too busy to end itself: another one does. The heap's own limit does not count what lies outside of it, as all inflated
 * bytes do.
 */
export function limitProcess({ timeMs, memoryBytes }: { timeMs: number; memoryBytes: number }): void {
  const script = `
    const end = () => process.kill(process.pid, "SIGKILL");
    setTimeout(end, ${timeMs});
    setInterval(() => process.memoryUsage.rss() > ${memoryBytes} && end(), ${WATCH_MS});
  `;
  new Worker(script, { eval: true, execArgv: [] }).unref();
}
