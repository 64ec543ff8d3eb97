import { readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type FileTree, isRead, isSkipped } from "@callwright/config";
import { isThere, reading, writeWhole } from "../files.ts";

/**
 * The files of an environment: all files in the folders of the kinds, and all other YAML files, so that one in a wrong folder is reported.
 * Symbolic links are followed. Hidden folders and other environments are not read. A missing folder is empty.
 */
export async function readConfigFolder(folder: string, environment: string | undefined): Promise<FileTree> {
  const files = new Map<string, Uint8Array>();
  const walk = async (relative: string, parents: readonly string[]): Promise<void> => {
    const real = await realpath(path.join(folder, relative));
    // A link to a parent folder.
    if (parents.includes(real)) return;
    for (const name of await readdir(real)) {
      const inner = path.posix.join(relative, name);
      if (isSkipped(inner, environment)) continue;
      if ((await reading(inner, stat(path.join(real, name)))).isDirectory()) await walk(inner, [...parents, real]);
      else if (isRead(inner)) files.set(inner, await reading(inner, readFile(path.join(real, name))));
    }
  };
  if (await isThere(folder)) await walk("", []);
  return files;
}

/** Writes contents by path; null deletes the file. */
export async function writeConfigFolder(folder: string, writes: ReadonlyMap<string, Uint8Array | string | null>): Promise<void> {
  for (const [relative, content] of writes) {
    const file = path.join(folder, relative);
    if (content === null) await rm(file, { force: true });
    else await writeWhole(file, content);
  }
}
