import { createHash, type Hash, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FILE_MAX_BYTES, PlatformError } from "@callwright/contract";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { SpooledFile } from "./spooled-file.ts";

/** Far more than any form of the contract has. */
const LIMITS = { fieldSize: 64 * 1024, fields: 50, files: 10, parts: 60, headerPairs: 20, headerSize: 8 * 1024 };

export interface FormPart {
  name: string;
  value: string | SpooledFile;
}

export interface FormBody {
  parts: readonly FormPart[];
  /** Equal for equal parts, whatever the boundary: each client makes a new boundary for each attempt. */
  fingerprint: string;
  /** Removes the files that were not moved. */
  discard: () => Promise<void>;
}

/** A part that has been read, with its identifying data. */
interface ReadPart extends FormPart {
  identity: readonly string[];
}

/** Reads a form as it comes. `contentType` has a boundary; `folder` is there. */
export function createFormReader(contentType: string, folder: string) {
  const parser = new Busboy({ headers: { "content-type": contentType }, limits: LIMITS });
  const parts: Promise<ReadPart>[] = [];
  const files: string[] = [];
  let fileBytes = 0;

  const stop = new AbortController();
  // Each file listens.
  setMaxListeners(LIMITS.files + 1, stop.signal);
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve()));
  const fail = (reason: unknown) => stop.abort(reason);
  const refuse = (detail: string) => fail(new PlatformError("form-invalid", { detail }));

  const measure = (hash: Hash) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        fileBytes += chunk.byteLength;
        if (fileBytes > FILE_MAX_BYTES) return done(new PlatformError("file-too-large", { maxBytes: FILE_MAX_BYTES }));
        hash.update(chunk);
        done(null, chunk);
      },
    });

  async function spool(name: string, file: BusboyFileStream, fileName: string, type: string): Promise<ReadPart> {
    const target = path.join(folder, randomUUID());
    files.push(target);
    // A file may fail before it is read. Without a listener, that error ends the process.
    file.on("error", fail);
    const hash = createHash("sha256");
    await pipeline(file, measure(hash), createWriteStream(target, { flags: "wx", mode: 0o600 }), { signal: stop.signal });
    const value = await SpooledFile.open(target, fileName, type);
    return { name, value, identity: [name, fileName, type, hash.digest("hex")] };
  }

  function take(part: Promise<ReadPart>): void {
    // The promise for the whole form rejects with it.
    part.catch(fail);
    parts.push(part);
  }

  const finished = new Promise<void>((resolve) => parser.on("finish", resolve));
  parser
    .on("error", () => refuse("it breaks off."))
    .on("partsLimit", () => refuse("it has too many parts."))
    .on("fieldsLimit", () => refuse("it has too many fields."))
    .on("filesLimit", () => refuse("it has too many files."))
    .on("field", (name: string | undefined, value, _nameCut, isCut) => {
      if (name === undefined) refuse("a part has no name.");
      else if (isCut) refuse(`a field has more than ${LIMITS.fieldSize} bytes.`);
      else take(Promise.resolve({ name, value, identity: [name, value] }));
    })
    .on("file", (name: string | undefined, file, fileName: string | undefined, _encoding, type) => {
      if (name === undefined) refuse("a part has no name.");
      else take(spool(name, file, textOf(fileName), type));
    });

  return {
    /** Resolves when it can take more. No effect after a failure. */
    async write(chunk: Uint8Array) {
      if (stop.signal.aborted) return;
      await Promise.race([new Promise<void>((resolve) => parser.write(chunk, () => resolve())), stopped]);
    },

    /** Fails with `file-too-large` or `form-invalid`, or with an error of the disk. */
    async finish(): Promise<FormBody> {
      parser.end();
      await Promise.race([finished, stopped]);
      await Promise.allSettled(parts);
      stop.signal.throwIfAborted();
      const read = await Promise.all(parts);
      return { parts: read.filter(isThere), fingerprint: JSON.stringify(read.map(({ identity }) => identity)), discard };
    },

    discard,
  };

  async function discard(): Promise<void> {
    fail(new Error("nobody wants this form any more"));
    await Promise.allSettled(parts);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}
export type FormReader = ReturnType<typeof createFormReader>;

/** A file that a person did not choose is sent as an empty one without a name. */
function isThere({ value }: FormPart): boolean {
  return typeof value === "string" || value.name !== "" || value.size > 0;
}

/** A file name that can be stored and shown, from any bytes. */
function textOf(fileName: string | undefined): string {
  return (fileName ?? "").replace(/[\p{Cc}\p{Surrogate}]/gu, "");
}
