import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type Dispatcher, fetch } from "undici";
import type { SourceFile } from "./catalog-entry.ts";
import { InstallError } from "./install-error.ts";

export interface FetchOptions {
  signal: AbortSignal;
  /** Bytes of this file so far. */
  onProgress: (doneBytes: number) => void;
  /** How the network is reached: through a proxy, where the environment names one. */
  dispatcher: Dispatcher;
  /** Wait before the second attempt; each further wait is twice as long. Default 1000. */
  retryMs?: number | undefined;
}

const TRIES = 4;
/** A download from a server that sends nothing for this long is aborted. */
const STALL_MS = 30_000;
const RETRY_MS = 1_000;

/**
 * Downloads a file to `path` and checks its size and digest. A partial file at `path` is continued. A file with the wrong digest
 * is deleted. Fails with an `InstallError`, or with the signal's reason.
 */
export async function fetchFile(file: SourceFile, path: string, options: FetchOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetchOnce(file, path, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof RetryableError)) throw error;
      if (error.isSpoiled) await rm(path, { force: true });
      if (attempt === TRIES) throw new InstallError(error.message, { elsewhere: true, cause: error.cause });
      await setTimeout((options.retryMs ?? RETRY_MS) * 2 ** (attempt - 1), undefined, { signal: options.signal });
    }
  }
}

class RetryableError extends Error {
  /** The file on the disk must be deleted before the next attempt. */
  readonly isSpoiled: boolean;

  constructor(message: string, { cause, isSpoiled = false }: { cause?: unknown; isSpoiled?: boolean } = {}) {
    super(message, { cause });
    this.isSpoiled = isSpoiled;
  }
}

async function fetchOnce(file: SourceFile, path: string, options: FetchOptions): Promise<void> {
  const hash = createHash("sha256");
  let done = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (done > file.bytes) {
    await rm(path);
    done = 0;
  }
  if (done > 0) for await (const chunk of createReadStream(path, { signal: options.signal })) hash.update(chunk);
  if (done < file.bytes) done = await receive(file, path, done, hash, options);
  if (done !== file.bytes || hash.digest("hex") !== file.sha256)
    throw new RetryableError(
      `${file.url} sends another file than the catalog describes. Nothing of it was loaded. Try again later, or update Callwright.`,
      { isSpoiled: true },
    );
  options.onProgress(file.bytes);
}

/** Returns the number of bytes so far. `hash` includes those before `from`. */
async function receive(
  file: SourceFile,
  path: string,
  from: number,
  hash: ReturnType<typeof createHash>,
  { signal, dispatcher, onProgress }: FetchOptions,
): Promise<number> {
  const stalled = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const touch = () => {
    clearTimeout(timer);
    timer = globalThis.setTimeout(() => stalled.abort(), STALL_MS);
  };
  touch();
  try {
    const response = await ask(file, from, dispatcher, AbortSignal.any([signal, stalled.signal]));
    // A server without ranges sends the file from its beginning: the bytes that are on the disk are skipped.
    let skip = response.status === 206 ? 0 : from;
    if (!response.body) throw new RetryableError(`${file.url} answers with nothing.`);
    const out = await open(path, "a");
    let done = from;
    try {
      for await (const part of response.body as AsyncIterable<Uint8Array>) {
        touch();
        const chunk = part.subarray(Math.min(skip, part.length), skip + file.bytes - done + 1);
        skip -= Math.min(skip, part.length);
        await out.appendFile(chunk);
        hash.update(chunk);
        done += chunk.length;
        onProgress(Math.min(done, file.bytes));
        if (done > file.bytes) break;
      }
    } catch (cause) {
      throw isDisk(cause) ? cause : unreachable(file, cause);
    } finally {
      await out.close();
    }
    if (done < file.bytes) throw new RetryableError(`${file.url} ends after ${done} of ${file.bytes} bytes. Try again later.`);
    return done;
  } finally {
    clearTimeout(timer);
  }
}

async function ask(file: SourceFile, from: number, dispatcher: Dispatcher, signal: AbortSignal) {
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
  const response = await fetch(file.url, { headers, signal, dispatcher }).catch((cause: unknown) => {
    throw unreachable(file, cause);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  if (response.status === 416)
    throw new RetryableError(`${file.url} has fewer bytes than the catalog says.`, { isSpoiled: true });
  if (response.status === 404 || response.status === 410)
    throw new InstallError(`${file.url} is no longer there. Update Callwright, or put the file into VOICES_DIR.`, {
      elsewhere: true,
    });
  throw new RetryableError(`${file.url} answers with status ${response.status}. Try again later.`);
}

function isDisk(cause: unknown): boolean {
  const { syscall } = cause as NodeJS.ErrnoException;
  return syscall === "write" || syscall === "open";
}

function unreachable({ url }: SourceFile, cause: unknown): RetryableError {
  const { cause: inner, message } = cause as Error & { cause?: NodeJS.ErrnoException };
  const why = inner?.code ?? inner?.message ?? message;
  return new RetryableError(
    `${new URL(url).host} cannot be reached (${why}). Check the network and HTTPS_PROXY, or put the file into VOICES_DIR.`,
    { cause },
  );
}
