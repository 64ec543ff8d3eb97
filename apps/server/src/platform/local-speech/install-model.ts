import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LocalSpeechState } from "@callwright/contract";
import { INSTALLED_FILE } from "@callwright/engine";
import { addPiperFiles } from "./add-piper-files.ts";
import type { CatalogEntry, Source, SourceFile } from "./catalog-entry.ts";
import { type FetchOptions, fetchFile } from "./fetch-file.ts";
import { InstallError } from "./install-error.ts";
import type { PiperVoice } from "./piper-voices.ts";
import { bytesIn, type SpeechFolder } from "./speech-folder.ts";
import { tryModel } from "./try-model.ts";
import { unpack } from "./unpack.ts";

export type InstallProgress = Omit<Extract<LocalSpeechState, { status: "installing" }>, "status">;

export interface InstallOptions extends Pick<FetchOptions, "dispatcher" | "retryMs"> {
  folder: SpeechFolder;
  /** Folder of files that need no download. */
  filesFolder: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: InstallProgress) => void;
  now: () => Date;
  /** Free bytes of the disk with this folder. */
  freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

/** Space that stays free on the disk for the rest of the server. */
const RESERVE_BYTES = 100_000_000;
/** The size of the data of espeak-ng 1.51, rounded up. */
const ESPEAK_DATA_BYTES = 20_000_000;

/** A model that can be installed: of the catalog, or a Piper voice on this machine. */
export type Installable = CatalogEntry | PiperVoice;

/** Size of a model's download. */
export function downloadBytes(entry: Installable): number {
  if ("piper" in entry) return entry.piper.bytes;
  const [first] = entry.sources;
  if (!first) throw new Error("the schema admits no entry without a source");
  // The size of the first source.
  return bytesOf(first);
}

/**
 * Installs a voice or recognizer whose lock the caller has: files, unpacking, a first load in a separate process, its speed. It is published only
 * when all of that has succeeded. Fails with an `InstallError`, a failure of the disk, or the signal's reason; downloaded files stay for the next
 * attempt.
 */
export async function installModel(entry: Installable, options: InstallOptions): Promise<void> {
  const { folder, signal } = options;
  const model = folder.unfinished(entry.id);
  const totalBytes = await ("piper" in entry ? addPiperVoice(entry, model, options) : addSource(entry, model, options));
  options.onProgress({ step: "check", doneBytes: totalBytes, totalBytes });
  await requireModelFiles(entry, model);
  const installed = {
    ...(await tryModel(entry, model, signal)),
    bytes: await bytesIn(model),
    installedAt: options.now().toISOString(),
  };
  signal.throwIfAborted();
  await writeFile(join(model, INSTALLED_FILE), JSON.stringify(installed), { mode: 0o600 });
  await folder.publish(entry.id);
}

async function emptied(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Returns the size of its files in bytes. */
async function addSource(entry: CatalogEntry, model: string, options: InstallOptions): Promise<number> {
  const { folder, signal } = options;
  const source = await getFiles(entry, options);
  const totalBytes = bytesOf(source);
  await emptied(model);
  options.onProgress({ step: "unpack", doneBytes: totalBytes, totalBytes });
  for (const { name } of source.files) {
    const file = join(folder.files(entry.id), name);
    if (!isArchive(name)) await rename(file, join(model, name));
    else await unpack({ archive: file, folder: model, maxBytes: source.unpackedMaxBytes ?? totalBytes }, signal);
  }
  return totalBytes;
}

async function addPiperVoice(voice: PiperVoice, model: string, options: InstallOptions): Promise<number> {
  const { bytes } = voice.piper;
  await requireSpace(voice, bytes + ESPEAK_DATA_BYTES, options);
  await emptied(model);
  options.onProgress({ step: "unpack", doneBytes: bytes, totalBytes: bytes });
  await addPiperFiles(voice, { folder: model, filesFolder: options.filesFolder, installed: options.folder.path });
  return bytes;
}

const isArchive = (name: string) => name.endsWith(".tar.bz2");
const bytesOf = ({ files }: Source) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Gets the files from the first source that has all of them. */
async function getFiles(entry: CatalogEntry, options: InstallOptions): Promise<Source> {
  let failure: unknown;
  for (const source of await inOrder(entry, options)) {
    try {
      await getSource(entry, source, options);
      return source;
    } catch (error) {
      if (!(error instanceof InstallError) || !error.elsewhere) throw error;
      // The first address is the one to look into.
      failure ??= error;
    }
  }
  throw failure;
}

/** A source whose files are on this machine comes first. */
async function inOrder({ id, sources }: CatalogEntry, { filesFolder }: InstallOptions): Promise<Source[]> {
  const isHere = async ({ files }: Source) => {
    for (const file of files) if (!(await findLocally(file, id, filesFolder))) return false;
    return true;
  };
  const here: Source[] = [];
  for (const source of sources) if (await isHere(source)) here.push(source);
  return [...here, ...sources.filter((source) => !here.includes(source))];
}

async function getSource(entry: CatalogEntry, source: Source, options: InstallOptions): Promise<void> {
  const { folder, signal, filesFolder, onProgress } = options;
  const files = folder.files(entry.id);
  await mkdir(files, { recursive: true, mode: 0o700 });
  const totalBytes = bytesOf(source);
  await requireSourceSpace(entry, source, options);
  let doneBytes = 0;
  for (const file of source.files) {
    const path = join(files, file.name);
    const before = doneBytes;
    const report = (fileBytes: number) => onProgress({ step: "download", doneBytes: before + fileBytes, totalBytes });
    const local = await findLocally(file, entry.id, filesFolder);
    if (local) await copyChecked(file, local, path, signal);
    else await fetchFile(file, path, { ...options, onProgress: report });
    doneBytes += file.bytes;
    report(file.bytes);
  }
}

/** Fails if the disk has no room for the download and its unpacked files. */
async function requireSourceSpace(entry: CatalogEntry, source: Source, options: InstallOptions): Promise<void> {
  const there = await bytesIn(options.folder.files(entry.id));
  // Unpacked files are only moved.
  const unpackedBytes = source.files.some(({ name }) => isArchive(name)) ? (source.unpackedMaxBytes ?? bytesOf(source)) : 0;
  await requireSpace(entry, Math.max(0, bytesOf(source) - there) + unpackedBytes, options);
}

async function requireSpace({ name }: Installable, bytes: number, options: InstallOptions): Promise<void> {
  const { folder, freeBytes = freeBytesOf } = options;
  const needed = bytes + RESERVE_BYTES;
  const free = await freeBytes(folder.path);
  if (free < needed)
    throw new InstallError(
      `${name} needs ${megabytes(needed)} MB on the server's disk, and ${megabytes(free)} MB are free. Free some space, then try again.`,
    );
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

/** The file below the folder of files, under its name or under the entry's id and its name. */
async function findLocally({ name, bytes }: SourceFile, id: string, folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  for (const path of [join(folder, id, name), join(folder, name)])
    if ((await stat(path).catch(() => undefined))?.size === bytes) return path;
  return undefined;
}

async function copyChecked(file: SourceFile, from: string, to: string, signal: AbortSignal): Promise<void> {
  await copyFile(from, to);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(to, { signal })) hash.update(chunk);
  if (hash.digest("hex") === file.sha256) return;
  await rm(to, { force: true });
  throw new InstallError(`${from} is not the file that the catalog describes. Replace it in VOICES_DIR, then try again.`);
}

async function requireModelFiles({ name, model }: Installable, folder: string): Promise<void> {
  const { kind: _, ...files } = model;
  for (const file of Object.values(files).flat())
    if (!(await stat(join(folder, file)).catch(() => undefined)))
      throw new InstallError(`${name} has no file '${file}', which the catalog names. Update Callwright.`);
}
