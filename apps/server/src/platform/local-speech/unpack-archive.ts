import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createTarDecoder } from "modern-tar";
import unbzip2 from "unbzip2-stream";
import { limitProcess } from "../isolation/process-limits.ts";
import { UNPACK_TIMEOUT_MS, type UnpackAnswer, type UnpackJob } from "./unpack.ts";

/** The process of `unpack`. */

const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;

/** `espeak-ng-data/en_dict` for an entry `voice/espeak-ng-data/en_dict`. Undefined: the path leaves the folder. */
function pathInFolder(name: string): string | undefined {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (name.startsWith("/") || name.includes("\\") || parts.includes("..")) return undefined;
  return parts.slice(1).join("/");
}

async function unpackArchive({ archive, folder, maxBytes }: UnpackJob): Promise<void> {
  const unzipped = createReadStream(archive).pipe(unbzip2());
  // Not strict, which refuses the archives of GNU tar. The digest of this one has been checked.
  const entries = (Readable.toWeb(new Readable().wrap(unzipped)) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder());
  let bytes = 0;
  let files = 0;
  for await (const { header, body } of entries) {
    const path = pathInFolder(header.name);
    if (path === undefined) throw new Error("it names a file outside of its folder");
    if (header.type === "directory" || header.type === "pax-header" || header.type === "pax-global-header") {
      await body.cancel();
      continue;
    }
    if (header.type !== "file") throw new Error("it has a link or a device in it");
    bytes += header.size;
    if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    if (path === "") throw new Error("it has files outside of its folder");
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(body, createWriteStream(target, { flags: "wx", mode: 0o600 }));
    files++;
  }
  if (files === 0) throw new Error("it is empty");
}

limitProcess({ timeMs: UNPACK_TIMEOUT_MS, memoryBytes: MEMORY_MAX_BYTES });
process.on("disconnect", () => process.exit(1));
const [job] = (await once(process, "message")) as [UnpackJob];
const answer = await unpackArchive(job).then(
  (): UnpackAnswer => ({}),
  (error: NodeJS.ErrnoException): UnpackAnswer => ({ problem: error.message, code: error.syscall ? error.code : undefined }),
);
process.send?.(answer, () => process.exit(0));
