import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type FileTree, isRead, isSkipped } from "@callwright/config";
import { reading } from "../read-file.ts";

/**
 * The files of an environment: all files in the folders of the kinds, and all other YAML files, so that one in a wrong folder is reported.
 * Symbolic links are followed. Hidden folders and other environments are not read. A missing folder is empty.
 */
export async function readConfigFolder(folder: string, environment: string | undefined): Promise<FileTree> {
  const files = new Map<string, Uint8Array>();
  const walk = async (relative: string, parents: readonly string[]): Promise<void> => {
    const real = await realpath(path.join(folder, relative));
    // A link to a folder around it.
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

export async function isThere(folder: string): Promise<boolean> {
  const found = await stat(folder).catch((error: unknown): undefined => {
    if (!isMissing(error)) throw error;
  });
  return found?.isDirectory() ?? false;
}

/** Writes contents by path; null deletes the file. */
export async function writeConfigFolder(folder: string, writes: ReadonlyMap<string, Uint8Array | string | null>): Promise<void> {
  for (const [relative, content] of writes) {
    const file = path.join(folder, relative);
    if (content === null) await rm(file, { force: true });
    else await writeWhole(file, content);
  }
}

/** A reader never sees half a file. A symbolic link stays, and its target changes. */
export async function writeWhole(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomUUID()}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, target);
}

/** Undefined if there is no such file. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
