import { once } from "node:events";
import { startIsolated } from "../isolation/isolated-process.ts";
import { InstallError } from "./install-error.ts";

export interface UnpackJob {
  archive: string;
  /** An empty folder. */
  folder: string;
  maxBytes: number;
}

/** `undefined`: done. */
export interface UnpackAnswer {
  problem?: string;
  /** The disk's error code, if the disk failed. */
  code?: string | undefined;
}

/** An archive of 350 MB takes 60 s on a fast machine. */
export const UNPACK_TIMEOUT_MS = 20 * 60_000;
const HEAP_MAX_MEGABYTES = 512;

/**
 * Unpacks a `.tar.bz2` in a separate process: it takes seconds of CPU time, and the archive is not trusted. Fails with an `InstallError`, or with the
 * signal's reason.
 */
export async function unpack(job: UnpackJob, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const child = startIsolated(new URL("./unpack-archive.js", import.meta.url), {
    timeoutMs: UNPACK_TIMEOUT_MS,
    heapMaxMegabytes: HEAP_MAX_MEGABYTES,
    signal,
  });
  // An abort kills the process, and is reported as an error.
  child.on("error", () => {});
  const exited = once(child, "exit").then(() => [{ problem: "its process ended" }]);
  child.send(job, () => {});
  const [answer] = (await Promise.race([once(child, "message"), exited])) as [UnpackAnswer];
  await exited;
  signal.throwIfAborted();
  if (answer.code !== undefined) throw Object.assign(new Error(answer.problem), { code: answer.code });
  if (answer.problem !== undefined) throw new InstallError(`The archive could not be unpacked: ${answer.problem}.`);
}
