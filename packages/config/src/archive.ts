import { unzipSync, zipSync } from "fflate";
import type { FileTree } from "./read-files.ts";

/** More than an organization's configuration and documents have. A small archive can unpack to any size. */
const UNPACKED_MAX_BYTES = 200_000_000;

export class ArchiveError extends Error {}

export function packArchive(files: ReadonlyMap<string, Uint8Array | string>): Uint8Array {
  const encoder = new TextEncoder();
  const entries = [...files].map(([path, content]) => [path, typeof content === "string" ? encoder.encode(content) : content]);
  return zipSync(Object.fromEntries(entries));
}

/** The files of an archive. A folder around all of them is left out. Throws `ArchiveError`. */
export function unpackArchive(bytes: Uint8Array): FileTree {
  let size = 0;
  const unpack = () =>
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        size += originalSize;
        if (size > UNPACKED_MAX_BYTES) throw new ArchiveError("The archive is too large.");
        return true;
      },
    });
  try {
    const files = Object.entries(unpack()).filter(([path]) => !path.endsWith("/"));
    const [root] = files[0]?.[0].split("/") ?? [];
    const isWrapped =
      root !== "environments" && files.every(([path]) => path.startsWith(`${root}/`) && path.split("/").length > 2);
    return new Map(files.map(([path, content]) => [isWrapped ? path.slice(String(root).length + 1) : path, content]));
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError("The file is not a zip archive.");
  }
}
