import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "../config/is-alive.ts";

/**
 * The folder of voices and recognizers. Each has:
 *
 * ```
 *   <id>/                 the installed model and its installed.json
 *   <id>.part/files/      downloaded files
 *   <id>.part/model/      the unpacked model before it is installed
 *   <id>.lock             pid of the process that installs it
 * ```
 */
export class SpeechFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  model(id: string): string {
    return join(this.path, id);
  }

  files(id: string): string {
    return join(this.path, `${id}.part`, "files");
  }

  unfinished(id: string): string {
    return join(this.path, `${id}.part`, "model");
  }

  /** Locks a voice or recognizer for its installation on this machine. False: another process installs it. The lock of an ended process is replaced. */
  async lock(id: string): Promise<boolean> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    for (;;) {
      try {
        const file = await open(this.#lock(id), "wx", 0o600);
        await file.writeFile(String(process.pid));
        await file.close();
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      if (await this.isLocked(id)) return false;
      await rm(this.#lock(id), { force: true });
    }
  }

  async unlock(id: string): Promise<void> {
    await rm(this.#lock(id), { force: true });
  }

  /** Whether a running process installs it. */
  async isLocked(id: string): Promise<boolean> {
    const owner = Number(await readFile(this.#lock(id), "utf8").catch(() => "0"));
    return isAlive(owner);
  }

  #lock(id: string): string {
    return join(this.path, `${id}.lock`);
  }

  /** Moves the finished model to the folder that calls use: all of it, or nothing. */
  async publish(id: string): Promise<void> {
    await this.#discard(id);
    await rename(this.unfinished(id), this.model(id));
    await this.removeDownload(id);
  }

  async removeDownload(id: string): Promise<void> {
    await rm(join(this.path, `${id}.part`), { recursive: true, force: true });
  }

  /** Removes an installed model. Calls that use it have it in memory. */
  async remove(id: string): Promise<void> {
    await this.#discard(id);
    await this.removeDownload(id);
  }

  /** Renamed first, so that nobody finds half a model. */
  async #discard(id: string): Promise<void> {
    const removed = join(this.path, `${id}.part`, `removed-${randomUUID()}`);
    await mkdir(join(this.path, `${id}.part`), { recursive: true, mode: 0o700 });
    const found = await rename(this.model(id), removed).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        return false;
      },
    );
    if (found) await rm(removed, { recursive: true, force: true });
  }
}

/** Bytes of all files below a folder; 0 where there is none. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries)
    if (entry.isFile())
      bytes += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  return bytes;
}
