import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type FileTree, isFolder } from "@callwright/config";
import { reading } from "../read-file.ts";

/** The files below a folder. Folders that hold no configuration are not read. A missing folder is empty. */
export async function readConfigFolder(folder: string, environment: string | undefined): Promise<FileTree> {
  const overlays = environment === undefined ? [] : [`environments/${environment}`];
  const files = new Map<string, Uint8Array>();
  for (const root of ["", ...overlays])
    for (const name of await namesIn(path.join(folder, root), "folder")) {
      if (!isFolder(name)) continue;
      for (const file of await namesIn(path.join(folder, root, name), "file")) {
        const relative = path.posix.join(root, name, file);
        files.set(relative, await reading(relative, readFile(path.join(folder, relative))));
      }
    }
  return files;
}

async function namesIn(folder: string, what: "folder" | "file"): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => (what === "folder" ? entry.isDirectory() : entry.isFile())).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Writes contents by path; null deletes the file. */
export async function writeConfigFolder(folder: string, writes: ReadonlyMap<string, Uint8Array | string | null>): Promise<void> {
  for (const [relative, content] of writes) {
    const file = path.join(folder, relative);
    if (content === null) await rm(file, { force: true });
    else await writeWhole(file, content);
  }
}

/** A reader never sees half a file. */
export async function writeWhole(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, file);
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
