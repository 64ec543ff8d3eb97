/**
 * `npm run bench -- size`: the bytes that a page loads before a call can start, minified and compressed with gzip, beside the incumbent's SDK bundled
 * the same way in the same run. "Later" is loaded only when needed: Daily's library for rooms at Daily, noise cancellation with the call.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { printTable } from "./call/statistics.ts";

interface Subject {
  name: string;
  /** A minimal code of a page. */
  code: string;
  aimKb?: number;
}

const SUBJECTS: readonly Subject[] = [
  { name: "@callwright/call", code: `import { CallwrightCall } from "@callwright/call"; self.call = CallwrightCall;`, aimKb: 14 },
  { name: "@callwright/widget", code: `import "@callwright/widget";`, aimKb: 45 },
  { name: "@callwright/client", code: `import { createClient } from "@callwright/client"; self.client = createClient;` },
  { name: "@vapi-ai/web 2.7.1", code: `import Vapi from "@vapi-ai/web"; self.call = Vapi;` },
];

interface Size {
  startBytes: number;
  laterBytes: number;
}

/** Bundles a page's code and sums the sizes of its files, each compressed separately as a server does. */
async function sizeOf({ code }: Subject, folder: string): Promise<Size> {
  const entry = path.join(folder, "page.js");
  await writeFile(entry, code);
  const built = await build({
    root: folder,
    logLevel: "silent",
    configFile: false,
    resolve: { conditions: ["callwright-source", "module", "browser", "production"] },
    build: { write: false, minify: true, target: "es2022", modulePreload: false, rolldownOptions: { input: entry } },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("The bundler answered something else than one build.");
  const chunks = built.output.filter((file) => file.type === "chunk");
  const start = new Set<string>();
  const add = (fileName: string): void => {
    if (start.has(fileName)) return;
    start.add(fileName);
    for (const imported of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(imported);
  };
  for (const chunk of chunks) if (chunk.isEntry) add(chunk.fileName);
  const bytes = (wanted: boolean) =>
    built.output
      .filter((file) => start.has(file.fileName) === wanted)
      .reduce((sum, file) => sum + gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 }).length, 0);
  return { startBytes: bytes(true), laterBytes: bytes(false) };
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

// Inside the repository, so that a bare import finds what is installed here.
const folder = await mkdtemp(path.join(import.meta.dirname, "size-"));
try {
  const rows: string[][] = [];
  for (const subject of SUBJECTS) {
    const { startBytes, laterBytes } = await sizeOf(subject, folder);
    rows.push([subject.name, kb(startBytes), subject.aimKb ? `≤ ${subject.aimKb} kB` : "", kb(laterBytes)]);
  }
  printTable(["gzip, minified", "at start", "aim", "later"], rows);
} finally {
  await rm(folder, { recursive: true });
}
