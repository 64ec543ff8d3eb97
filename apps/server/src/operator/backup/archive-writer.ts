import { createHash, createHmac } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { type Checksums, ENTRY } from "./manifest.ts";

/** Writes an archive that only its owner can read (mode 600) and that gets its name when it is complete. The file must not exist. */
export async function createArchiveWriter(file: string) {
  const unfinished = `${file}.unfinished`;
  await mkdir(dirname(file), { recursive: true });
  await rm(unfinished, { force: true });
  const { readable, controller } = createTarPacker();
  const written = pipeline(
    Readable.fromWeb(readable),
    // Recorded sound, which is most of the data, hardly becomes smaller with more effort.
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(unfinished, { mode: 0o600, flags: "wx", flush: true }),
  );
  // The next `add` fails when the disk is full.
  written.catch((error) => controller.error(error));
  const checksums: Checksums = {};

  /** The body has exactly `sizeBytes`. One entry at a time. */
  const add = async (name: string, sizeBytes: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    const hash = createHash("sha256");
    const entry = controller.add({ name, size: sizeBytes, mode: 0o600, type: "file" }).getWriter();
    for await (const chunk of body) {
      hash.update(chunk);
      await entry.write(chunk);
    }
    await entry.close();
    checksums[name] = { sizeBytes, sha256: hash.digest("hex") };
  };

  return {
    add,
    /** Adds the checksums and their seal; the file is then on the disk under its name. Returns its size. */
    finish: async (sealKey: string) => {
      const bytes = Buffer.from(JSON.stringify(checksums, null, 1));
      await add(ENTRY.checksums, bytes.length, [bytes]);
      const seal = createHmac("sha256", sealKey).update(bytes).digest();
      await add(ENTRY.seal, seal.length, [seal]);
      controller.finalize();
      await written;
      await rename(unfinished, file);
      return (await stat(file)).size;
    },
    /** Deletes the unfinished file. */
    discard: async () => {
      controller.error(new Error("The archive is not wanted any more."));
      await written.catch(() => undefined);
      await rm(unfinished, { force: true });
    },
  };
}
export type ArchiveWriter = Awaited<ReturnType<typeof createArchiveWriter>>;
