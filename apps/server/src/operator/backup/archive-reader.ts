import { createHash, createHmac } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable, Transform } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { isSameSecret } from "../../platform/secrets/same-secret.ts";
import { BackupError } from "./backup-error.ts";
import { Checksums, ENTRY } from "./manifest.ts";

/** The size of entries that are read whole: a million files have a list of checksums of about 150 MB. */
const TEXT_MAX_BYTES = 256 * 1024 * 1024;
/** Maximum size of the unpacked data in relation to the archive, above `UNPACKED_FREE_BYTES`. Rows shrink to a tenth. */
const UNPACKED_MAX_RATIO = 100;
const UNPACKED_FREE_BYTES = 1024 ** 3;

export interface ArchiveEntry {
  name: string;
  /** Read it completely before the next entry. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * Reads an archive. Its entries fail with a `BackupError` if the archive is incomplete or changed: while it is read, or after the last entry. Until
 * then, its data must not be trusted. A person who changes the archive can also change its checksums; the seal detects that.
 */
export function readArchive(file: string) {
  let seal: { of: Buffer; is: Buffer } | undefined;
  return {
    /** In order, without the checksums and the seal. */
    entries: entriesOf(file, (read) => {
      seal = read;
    }),
    /** After the last entry: whether the archive is sealed with this key. Undefined: it has no seal. */
    isSealedBy: (key: string) => seal && isSameSecret(seal.is, createHmac("sha256", key).update(seal.of).digest()),
  };
}
export type BackupArchive = ReturnType<typeof readArchive>;

async function* entriesOf(file: string, onSeal: (seal: { of: Buffer; is: Buffer }) => void): AsyncGenerator<ArchiveEntry> {
  const { size: sizeBytes } = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup ${file} cannot be read (${cause.code}). Check its name and its permissions.`, { cause });
  });
  const damaged = (why: unknown) =>
    new BackupError(
      `The backup ${file} is damaged (${why instanceof Error ? why.message : why}). Take another one; nothing was restored.`,
      { cause: why },
    );
  const found: Checksums = {};
  let checksums: Buffer | undefined;
  let isSealed = false;
  const entries = unpack(file, sizeBytes)[Symbol.asyncIterator]();
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      throw damaged(error);
    });
    if (next.done) break;
    const { header, body } = next.value;
    // A link or a device is never in a backup.
    if ((header.type ?? "file") !== "file") throw damaged(`${header.name} is no file`);
    if (Object.hasOwn(found, header.name)) throw damaged(`${header.name} is there twice`);
    if (checksums && header.name === ENTRY.seal && !isSealed) {
      onSeal({ of: checksums, is: await bytesOf(body).catch((error) => Promise.reject(damaged(error))) });
      isSealed = true;
    } else if (checksums) throw damaged("it goes on after its end");
    else if (header.name === ENTRY.checksums) checksums = await bytesOf(body).catch((error) => Promise.reject(damaged(error)));
    else yield { name: header.name, body: hashed(body, damaged, (sum) => Object.assign(found, { [header.name]: sum })) };
  }
  if (!checksums) throw damaged("its end is missing");
  const expected = readChecksums(checksums, damaged);
  for (const name of new Set([...Object.keys(found), ...Object.keys(expected)]))
    if (found[name]?.sha256 !== expected[name]?.sha256) throw damaged(`${name} is not what it was`);
}

function unpack(file: string, sizeBytes: number) {
  const unzipped = createGunzip();
  const maxBytes = Math.max(UNPACKED_FREE_BYTES, sizeBytes * UNPACKED_MAX_RATIO);
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error(`it unpacks to more than ${UNPACKED_MAX_RATIO} times its size`));
      else done(null, chunk);
    },
  });
  // An error of any of them ends the entries with it.
  pipeline(createReadStream(file), unzipped, limited, () => undefined);
  return (Readable.toWeb(limited) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
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

function readChecksums(bytes: Buffer, damaged: (why: unknown) => Error): Checksums {
  try {
    return Checksums.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw damaged(error);
  }
}

/** The whole of a small body. */
async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > TEXT_MAX_BYTES) throw new Error("an entry is larger than it can be");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The same as text. */
export const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => (await bytesOf(body)).toString();
