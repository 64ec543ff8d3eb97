import { randomUUID } from "node:crypto";
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { CliError } from "./cli-error.ts";

export function readFileText(file: string): Promise<string> {
  return reading(file, readFile(file, "utf8"));
}

/** Adds the file's name to a read error. */
export async function reading<Content>(file: string, content: Promise<Content>): Promise<Content> {
  try {
    return await content;
  } catch (error) {
    throw new CliError("usage", `'${file}' cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Adds the file's name to a write error. */
export async function writeReport(file: string, text: string, flag: "w" | "a" = "w"): Promise<void> {
  try {
    await writeFile(file, text, { flag });
  } catch (error) {
    throw new CliError("usage", `'${file}' cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

export async function isThere(folder: string): Promise<boolean> {
  const found = await stat(folder).catch((error: unknown): undefined => {
    if (!isMissing(error)) throw error;
  });
  return found?.isDirectory() ?? false;
}

/** A reader never sees half a file. A symbolic link stays, and its target changes. */
export async function writeWhole(file: string, content: Uint8Array | string, mode?: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { mode, flag: "wx" });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Undefined if the file does not exist. */
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
