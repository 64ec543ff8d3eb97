import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { FILE_EXTENSIONS, type FileExtension } from "@callwright/contract";
import { fileTextBlobKey } from "../../blobs/blob-key.ts";
import { loggableCause } from "../../db/database-retry.ts";
import { uploadsFolder } from "../../http/uploads-folder.ts";
import type { ResourceRow } from "../../resource-kit/resource-store.ts";
import type { ServerContext } from "../../server-context.ts";
import { extractText } from "./extract-text.ts";
import { claimUnread, finishFile, releaseClaim } from "./store.ts";

type Context = Pick<ServerContext, "db" | "blobs" | "config" | "log" | "now" | "newId">;

/** Longer than reading a file may take. */
const CLAIM_MS = 300_000;
/** A file that a node died over, or that could not be fetched or stored, is found by the next look. */
const LOOK_MS = 30_000;
/** Then whatever stands in the way of this file will stay there. */
const MAX_TRIES = 5;

export interface FileProcessing {
  /** There is something to read. */
  wake: () => void;
  /** Ends what is being read; the next start takes it up again. */
  close: () => Promise<void>;
}

/** Reads the texts of uploaded files, one at a time, at whichever node comes first. Begins with what an earlier run has left. */
export function startFileProcessing(context: Context): FileProcessing {
  const stop = new AbortController();
  let isWanted = false;
  let running: Promise<void> | undefined;

  const wake = () => {
    isWanted = true;
    running ??= run().finally(() => {
      running = undefined;
    });
  };

  async function run(): Promise<void> {
    while (isWanted && !stop.signal.aborted) {
      isWanted = false;
      try {
        while (!stop.signal.aborted && (await readNext(context, stop.signal))) {}
      } catch (error) {
        if (!stop.signal.aborted) context.log.warn({ err: loggableCause(error) }, "a file could not be read; it is tried again");
      }
    }
  }

  const timer = setInterval(wake, LOOK_MS);
  wake();
  return {
    wake,
    async close() {
      clearInterval(timer);
      stop.abort();
      await running;
    },
  };
}

/** False when there is none. */
async function readNext(context: Context, signal: AbortSignal): Promise<boolean> {
  const now = context.now();
  const row = await claimUnread(context.db, now, new Date(now.getTime() + CLAIM_MS));
  if (!row) return false;
  if (Number(row.state.tries) > MAX_TRIES) {
    const failure = `It could not be read in ${MAX_TRIES} tries. Upload it again.`;
    await finishFile(context.db, row, { status: "failed", failure }, context.now());
    return true;
  }
  try {
    await readFileText(context, row, signal);
  } catch (error) {
    if (signal.aborted) await releaseClaim(context.db, row);
    throw error;
  }
  return true;
}

async function readFileText(context: Context, row: ResourceRow, signal: AbortSignal): Promise<void> {
  const { db, blobs, config, now, newId } = context;
  const folder = uploadsFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [source, target] = [path.join(folder, newId()), path.join(folder, newId())];
  try {
    await fetchBlob(blobs, String(row.state.key), source, signal);
    const read = await extractText(source, extensionOf(row), target, signal);
    const textKey = fileTextBlobKey(row.orgId, row.id);
    if ("bytes" in read) await blobs.putFile(textKey, target);
    const outcome =
      "bytes" in read
        ? { status: "done" as const, parsedTextBytes: read.bytes, textKey }
        : { status: "failed" as const, failure: read.failure };
    if (!(await finishFile(db, row, outcome, now()))) await blobs.delete(textKey);
  } finally {
    await Promise.all([source, target].map((file) => rm(file, { force: true })));
  }
}

async function fetchBlob(blobs: Context["blobs"], key: string, target: string, signal: AbortSignal): Promise<void> {
  const stream = await blobs.get(key);
  if (!stream) throw new Error(`the blob of a file is missing: ${key}`);
  await pipeline(Readable.fromWeb(stream as WebStream), createWriteStream(target, { mode: 0o600 }), { signal });
}

function extensionOf({ state }: ResourceRow): FileExtension {
  const key = String(state.key);
  const extension = FILE_EXTENSIONS.find((each) => key.endsWith(`.${each}`));
  if (!extension) throw new Error(`the blob of a file has an unknown kind: ${key}`);
  return extension;
}
