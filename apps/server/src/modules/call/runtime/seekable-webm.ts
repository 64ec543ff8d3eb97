import { rename, rm, stat } from "node:fs/promises";
import { runIsolated } from "../../../platform/isolation/isolated-process.ts";

/** How long the rewriting of a file may take: a start on a busy machine, and its bytes at a fifth of what a busy two-core one did (25 MB/s). */
const START_MS = 30_000;
const BYTES_PER_MS = 5_000;
/** An hour of video was rewritten in a process of 230 MB. */
const HEAP_MAX_MEGABYTES = 512;
const REWRITER = new URL("./rewrite-webm.js", import.meta.url);

export interface RewriteLimits {
  /** Aborts the rewriting. */
  signal?: AbortSignal;
  /** Default: by the size of the file. */
  limitMs?: number;
}

/**
 * Makes a WebM file of a browser seekable: adds its duration and an index of its frames. Frames and sound are copied unchanged. Rejects, and
 * leaves the file as it is, when it cannot be read in time.
 *
 * The file comes from an untrusted page, so a separate process reads it, which can be killed.
 */
export async function makeSeekable(orgId: string, path: string, { signal, limitMs }: RewriteLimits = {}): Promise<void> {
  const rewritten = `${path}.part`;
  const timeoutMs = limitMs ?? START_MS + Math.ceil((await stat(path)).size / BYTES_PER_MS);
  try {
    const limits = { timeoutMs, heapMaxMegabytes: HEAP_MAX_MEGABYTES, signal };
    await runIsolated(orgId, REWRITER, [path, rewritten, String(timeoutMs)], limits);
    await rename(rewritten, path);
  } catch (error) {
    await rm(rewritten, { force: true });
    throw error;
  }
}
