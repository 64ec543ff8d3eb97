import { rename, rm, stat } from "node:fs/promises";
import { runIsolated } from "../isolated-process.ts";

/** How long the rewriting of a file may take: a start on a busy machine, and its bytes at a fifth of what a busy two-core one did (25 MB/s). */
const START_MS = 30_000;
const BYTES_PER_MS = 5_000;
/** An hour of video was rewritten in a process of 230 MB. */
const HEAP_MAX_MEGABYTES = 512;
const REWRITER = new URL("./rewrite-webm.js", import.meta.url);

export interface RewriteLimits {
  /** Gives the rewriting up. */
  signal?: AbortSignal;
  /** Default: by the size of the file. */
  limitMs?: number;
}

/**
 * Rewrites a WebM file as browsers record it, which tells neither its length nor where its pictures are, so that players can search
 * through it. The pictures and sounds stay what they are. Rejects, and leaves the file alone, when it cannot be read, or not in time.
 *
 * What is in the file came from a stranger's page, so it is read in a process of its own that can be ended whatever it does.
 */
export async function makeSeekable(path: string, { signal, limitMs }: RewriteLimits = {}): Promise<void> {
  const rewritten = `${path}.part`;
  const timeoutMs = limitMs ?? START_MS + Math.ceil((await stat(path)).size / BYTES_PER_MS);
  try {
    const limits = { timeoutMs, heapMaxMegabytes: HEAP_MAX_MEGABYTES, signal };
    await runIsolated(REWRITER, [path, rewritten, String(timeoutMs)], limits);
    await rename(rewritten, path);
  } catch (error) {
    await rm(rewritten, { force: true });
    throw error;
  }
}
