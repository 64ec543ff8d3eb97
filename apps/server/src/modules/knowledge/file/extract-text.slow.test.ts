import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ExtractLimits, extractText } from "./extract-text.ts";
import { docxOf } from "./testing/docx.ts";

const MEGABYTE = 1024 * 1024;
const LIMITS: ExtractLimits = { timeoutMs: 120_000, memoryMaxBytes: 400 * MEGABYTE, textMaxBytes: MEGABYTE };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-text-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function extract(
  content: string | Uint8Array,
  kind: "txt" | "docx",
  limits: Partial<ExtractLimits> = {},
  stop?: AbortSignal,
) {
  const [source, target] = [path.join(folder, "source"), path.join(folder, "target")];
  await writeFile(source, content);
  const signal = stop ?? new AbortController().signal;
  const read = await extractText("org", source, kind, { text: target, passages: `${target}-passages` }, signal, {
    ...LIMITS,
    ...limits,
  });
  return { ...read, text: await readFile(target, "utf8").catch(() => undefined) };
}

test("a small file that unpacks to more than memory holds ends its reader, not the server", async () => {
  const bomb = docxOf("a".repeat(400 * MEGABYTE));
  expect(bomb.length).toBeLessThan(MEGABYTE);
  expect(await extract(bomb, "docx")).toMatchObject({ failure: expect.stringContaining("too much memory") });
});

test("a file that takes too long is given up", async () => {
  expect(await extract("text", "txt", { timeoutMs: 1 })).toMatchObject({ failure: expect.stringContaining("too long") });
});

test("more text than is kept is a failure", async () => {
  expect(await extract("x".repeat(2000), "txt", { textMaxBytes: 2000 })).toMatchObject({ bytes: 2000, text: "x".repeat(2000) });
  expect(await extract("x".repeat(2001), "txt", { textMaxBytes: 2000 })).toMatchObject({
    failure: "It has more than 2000 bytes of text. Split it.",
  });
});

test("a server that stops is no failure of the file", async () => {
  await expect(extract("text", "txt", {}, AbortSignal.abort(new Error("stopping")))).rejects.toThrow("stopping");
});
