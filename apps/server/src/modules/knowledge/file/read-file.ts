import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { FILE_EXTENSIONS, type FileExtension } from "@callwright/contract";
import { fileTextBlobKey } from "../../../platform/blobs/blob-key.ts";
import { uploadsFolder } from "../../../platform/http/uploads-folder.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import { addFileSource, replacePassages, type StoredPassage } from "../search/store-passages.ts";
import type { AddReading, Unread } from "../search/unread.ts";
import { extractText } from "./extract-text.ts";
import { findUnread, finishFile } from "./store.ts";

interface Context extends Pick<ServerContext, "db" | "blobs" | "config" | "now" | "newId"> {
  /** Adds a job that computes the vectors of the passages, in the transaction of `tx`. Undefined without a model for them. */
  addEmbedding: AddReading | undefined;
}

/** Reads the text of a file and stores it with its passages, or the reason why there is none. Does nothing for a file that has been read or purged. */
export async function readFileText(context: Context, file: Unread, signal: AbortSignal): Promise<void> {
  const { db, blobs, config, now, newId } = context;
  const row = await findUnread(db, file);
  if (!row) return;
  const folder = uploadsFolder(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const source = path.join(folder, newId());
  const targets = { text: path.join(folder, newId()), passages: path.join(folder, newId()) };
  try {
    await fetchBlob(blobs, String(row.state.key), source, signal);
    const read = await extractText(row.orgId, source, extensionOf(row), targets, signal);
    const textKey = fileTextBlobKey(row.orgId, row.id);
    if ("bytes" in read) await blobs.putFile(textKey, targets.text);
    const isStored = await db.transaction(async (tx) => {
      if ("failure" in read) return finishFile(tx, row, { status: "failed", failure: read.failure }, now());
      await addFileSource(tx, row.id);
      const passageCount = await replacePassages(tx, row.orgId, row.id, readPassages(targets.passages));
      if (passageCount === undefined) return false;
      await context.addEmbedding?.(tx, row);
      return finishFile(tx, row, { status: "done", parsedTextBytes: read.bytes, passageCount, textKey }, now());
    });
    if (!isStored) await blobs.delete(textKey);
  } finally {
    await Promise.all([source, targets.text, targets.passages].map((each) => rm(each, { force: true })));
  }
}

/** Parses lines of JSON. */
export async function* readPassages(target: string): AsyncGenerator<StoredPassage> {
  for await (const line of createInterface({ input: createReadStream(target) })) yield JSON.parse(line) as StoredPassage;
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
