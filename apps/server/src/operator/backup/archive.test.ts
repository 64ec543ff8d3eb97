import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArchive } from "./archive-reader.ts";
import { createArchiveWriter } from "./archive-writer.ts";
import { ENTRY } from "./manifest.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-archive-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ROWS = "org\t1\n";
const sumOf = (text: string) => ({ sizeBytes: text.length, sha256: createHash("sha256").update(text).digest("hex") });
const fileOf = (name: string, body: string): TarEntry => ({ header: { name, size: body.length, type: "file" }, body });
/** The checksums of a person who changes an archive and computes them again. */
const checksums = (...names: string[]) =>
  fileOf(ENTRY.checksums, JSON.stringify(Object.fromEntries(names.map((name) => [name, sumOf(ROWS)]))));

async function archiveOf(...entries: TarEntry[]): Promise<string> {
  const file = join(folder, `${entries.length}-${Math.random()}.tar.gz`);
  await writeFile(file, gzipSync(await packTar(entries)));
  return file;
}

/** Reads it completely, as a restore does. */
async function read(file: string) {
  const { entries, isSealedBy } = readArchive(file);
  const names: string[] = [];
  for await (const { name, body } of entries) {
    names.push(name);
    for await (const _ of body);
  }
  return { names, isSealedBy };
}

test("a seal shows who made the archive, and a change of what it seals", async () => {
  const file = join(folder, "sealed.tar.gz");
  const writer = await createArchiveWriter(file);
  await writer.add("rows", ROWS.length, [Buffer.from(ROWS)]);
  await writer.finish("the key");
  const { names, isSealedBy } = await read(file);
  expect(names).toEqual(["rows"]);
  expect(isSealedBy("the key")).toBe(true);
  expect(isSealedBy("another key")).toBe(false);
});

test("without the key, changed checksums have no seal, or a wrong one", async () => {
  expect((await read(await archiveOf(fileOf("rows", ROWS), checksums("rows")))).isSealedBy("the key")).toBeUndefined();
  const forged = await archiveOf(fileOf("rows", ROWS), checksums("rows"), fileOf(ENTRY.seal, "x".repeat(32)));
  expect((await read(forged)).isSealedBy("the key")).toBe(false);
});

test.each<[string, TarEntry[], string]>([
  ["a link", [{ header: { name: "rows", size: 0, type: "symlink", linkname: "/etc/passwd" } }], "rows is no file"],
  ["an entry that is there twice", [fileOf("rows", ROWS), fileOf("rows", ROWS), checksums("rows")], "rows is there twice"],
  ["something after its end", [fileOf("rows", ROWS), checksums("rows"), fileOf("more", ROWS)], "it goes on after its end"],
  ["other content", [fileOf("rows", "org\t2\n"), checksums("rows")], "rows is not what it was"],
  ["something that is missing", [fileOf("rows", ROWS), checksums("rows", "blobs/a")], "blobs/a is not what it was"],
])("an archive with %s is refused", async (_what, entries, why) => {
  await expect(read(await archiveOf(...entries))).rejects.toThrow(`is damaged (${why})`);
});
