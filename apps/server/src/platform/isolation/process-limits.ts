import { Worker } from "node:worker_threads";

const WATCH_MS = 100;

/**
 * For a process of `runIsolated` or `startIsolated`: ends it after this time, or if it needs more memory, whatever it is doing. A killed server
 * cannot end it, and its main thread may be too busy to end itself, so another thread does. The heap's own limit does not count memory outside of it,
 * such as inflated bytes.
 */
export function limitProcess({ timeMs, memoryBytes }: { timeMs: number; memoryBytes: number }): void {
  const script = `
    const end = () => process.kill(process.pid, "SIGKILL");
    setTimeout(end, ${timeMs});
    setInterval(() => process.memoryUsage.rss() > ${memoryBytes} && end(), ${WATCH_MS});
  `;
  new Worker(script, { eval: true, execArgv: [] }).unref();
}
