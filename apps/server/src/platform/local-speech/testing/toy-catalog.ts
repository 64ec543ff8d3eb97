import { createHash } from "node:crypto";
import { TOY_MODEL, TOY_RECOGNIZER_MODEL, toyVoiceFiles } from "@callwright/engine/testing";
import type { z } from "zod";
import type { CatalogEntry, SourceFile } from "../catalog-entry.ts";

type Entry = z.input<typeof CatalogEntry>;
type VoiceEntry = Exclude<Entry, { kind: "recognizer" }>;

/** Makes the download long enough to be cut or canceled. */
const BALLAST_BYTES = 2_000_000;

/** The files on a server of toy voices. */
export const toyDownloads = (): Record<string, Buffer> => ({ ...toyVoiceFiles(), "ballast.bin": Buffer.alloc(BALLAST_BYTES, 7) });

/** A file of a catalog at `url`, which ends with a slash. */
export const sourceFile = (url: string, name: string, content: Buffer): SourceFile => ({
  name,
  url: `${url}${name}`,
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

/** An entry for the toy voice, with its files at `url`. */
export function toyEntry(url: string, change: Partial<VoiceEntry> = {}): Entry {
  return {
    id: "toy",
    name: "Toy",
    family: "Tones",
    languages: ["en"],
    speakers: 1,
    license: { name: "MIT" },
    isRecommended: true,
    sample: "Good morning.",
    model: TOY_MODEL,
    sources: [{ files: Object.entries(toyDownloads()).map(([name, content]) => sourceFile(url, name, content)) }],
    ...change,
  };
}

/** An entry for the toy recognizer, with its files (`toyRecognizerFiles()`) at `url`. */
export function toyRecognizerEntry(url: string, files: Record<string, Buffer>): Entry {
  return {
    kind: "recognizer",
    id: "toy-ears",
    name: "Toy ears",
    family: "Moonshine",
    languages: ["en", "de"],
    license: { name: "MIT" },
    isRecommended: true,
    model: TOY_RECOGNIZER_MODEL,
    sources: [{ files: Object.entries(files).map(([name, content]) => sourceFile(url, name, content)) }],
  };
}
