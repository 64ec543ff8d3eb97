import { execFile } from "node:child_process";
import { rename, rm, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** How long the rewriting of a file may take: a start on a busy machine, and its bytes at a fifth of what a busy two-core one did (25 MB/s). */
const START_MS = 30_000;
const BYTES_PER_MS = 5_000;
/** An hour of video was rewritten in a process of 230 MB. */
const HEAP_MAX_MEGABYTES = 512;
/** Without these, programs do not start under Windows, or write where they may not. */
const PASSED_ENVIRONMENT = ["SystemRoot", "TMPDIR"];

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
  const timeout = limitMs ?? START_MS + Math.ceil((await stat(path)).size / BYTES_PER_MS);
  try {
    await runRewriter([path, rewritten, String(timeout)], timeout, signal);
    await rename(rewritten, path);
  } catch (error) {
    await rm(rewritten, { force: true });
    throw error;
  }
}

/** From source (tests, development) the process runs through tsx; built, plainly. */
async function runRewriter(files: string[], timeout: number, signal?: AbortSignal): Promise<void> {
  const fromSource = import.meta.url.endsWith(".ts");
  const entry = fileURLToPath(new URL(fromSource ? "./rewrite-webm.ts" : "./rewrite-webm.js", import.meta.url));
  const options = [`--max-old-space-size=${HEAP_MAX_MEGABYTES}`, ...(fromSource ? ["--import", "tsx"] : [])];
  await promisify(execFile)(process.execPath, [...options, entry, ...files], {
    // Where tsx is found.
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    env: Object.fromEntries(PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    timeout,
    killSignal: "SIGKILL",
    ...(signal ? { signal } : {}),
  });
}
