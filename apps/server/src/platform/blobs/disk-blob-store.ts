import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, copyFile, type FileHandle, mkdir, open, rename, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { isBlobKey } from "./blob-key.ts";
import type { BlobInfo, BlobStore } from "./blob-store.ts";
import type { ByteRange } from "./byte-range.ts";

/** Blobs as files of mode 600 in folders of mode 700 under `folder`. A blob appears whole or not at all. */
export function createDiskBlobStore(folder: string): BlobStore {
  const root = path.resolve(folder);

  function fileOf(key: string): string {
    if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`);
    return path.join(root, key);
  }

  return {
    async putFile(key, source) {
      const target = fileOf(key);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const temporary = path.join(path.dirname(target), `.${randomUUID()}.part`);
      try {
        await moveFile(source, temporary);
        await chmod(temporary, 0o600);
        await sync(temporary);
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      return describe(await stat(target));
    },

    async stat(key) {
      const found = await stat(fileOf(key)).catch(nullWhenMissing);
      return found && describe(found);
    },

    async get(key, range) {
      const file = await open(fileOf(key), "r").catch(nullWhenMissing);
      if (!file) return null;
      const { size } = await file.stat();
      return size === 0 ? emptyStream(file.close()) : fileStream(file, range ?? { first: 0, last: size - 1 });
    },

    async delete(key) {
      const file = fileOf(key);
      await rm(file, { force: true });
      // The call's folder goes with its last blob; another blob in it keeps it.
      await rmdir(path.dirname(file)).catch(() => {});
    },
  };
}

function describe(file: Stats): BlobInfo {
  return {
    sizeBytes: file.size,
    etag: `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"`,
    modifiedAt: file.mtime,
  };
}

/** Renames, or copies between different file systems. */
async function moveFile(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await copyFile(source, target);
    await rm(source, { force: true });
  }
}

/** Bytes on the disk before the name: a power cut must not leave an empty blob under a row that names it. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function emptyStream(closed: Promise<void>): Promise<ReadableStream<Uint8Array>> {
  await closed;
  return new ReadableStream({ start: (controller) => controller.close() });
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Bytes of an open file as a web stream that reads only on demand. Closes the file at the end and when the reader goes away.
 * (`Readable.toWeb` throws outside any promise when a client disconnects in the middle of a read.)
 */
function fileStream(file: FileHandle, range: ByteRange): ReadableStream<Uint8Array> {
  let position = range.first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { bytesRead, buffer } = await readChunk(file, position, range.last);
          if (bytesRead === 0) throw new Error("the file is shorter than it was when it was opened");
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
          if (position <= range.last) return;
          controller.close();
          await file.close();
        } catch (error) {
          await file.close().catch(() => {});
          throw error;
        }
      },
      async cancel() {
        await file.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function readChunk(file: FileHandle, position: number, last: number) {
  const length = Math.min(CHUNK_BYTES, last - position + 1);
  return file.read(new Uint8Array(length), 0, length, position);
}
