import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { BackupError } from "./backup-error.ts";
import { Checksums, ENTRY } from "./manifest.ts";

export interface ArchiveEntry {
  name: string;
  /** Read it to its end before the next entry is asked for. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * The entries of an archive, in order, without the checksums. Fails with a `BackupError` when the archive turns out to be cut off or
 * changed: while it is read, or after the last entry. Until then nothing that was read may be believed.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  await access(file, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup ${file} cannot be read (${cause.code}). Check its name and its permissions.`, { cause });
  });
  const damaged = (why: unknown) =>
    new BackupError(
      `The backup ${file} is damaged (${why instanceof Error ? why.message : why}). Take another one; nothing was restored.`,
      { cause: why },
    );
  const found: Checksums = {};
  let expected: Checksums | undefined;
  const entries = unpack(file)[Symbol.asyncIterator]();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw damaged(error);
    });
    if (next.done) break;
    const { header, body } = next.value;
    if (expected) throw damaged("it goes on after its end");
    if (header.name === ENTRY.checksums) expected = await readChecksums(body, damaged);
    else yield { name: header.name, body: hashed(body, damaged, (sum) => Object.assign(found, { [header.name]: sum })) };
  }
  if (!expected) throw damaged("its end is missing");
  for (const name of new Set([...Object.keys(found), ...Object.keys(expected)]))
    if (found[name]?.sha256 !== expected[name]?.sha256) throw damaged(`${name} is not what it was`);
}

function unpack(file: string) {
  const unzipped = createGunzip();
  // An error of either ends the entries with it.
  pipeline(createReadStream(file), unzipped, () => undefined);
  return (Readable.toWeb(unzipped) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
}

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  damaged: (why: unknown) => Error,
  done: (sum: Checksums[string]) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw damaged(error);
    });
    if (next.done) break;
    hash.update(next.value);
    sizeBytes += next.value.length;
    yield next.value;
  }
  done({ sizeBytes, sha256: hash.digest("hex") });
}

async function readChecksums(body: AsyncIterable<Uint8Array>, damaged: (why: unknown) => Error): Promise<Checksums> {
  try {
    return Checksums.parse(JSON.parse(await textOf(body)));
  } catch (error) {
    throw damaged(error);
  }
}

/** The whole of a small body. */
export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
