import { createHash } from "node:crypto";
import { EnvHttpProxyAgent, fetch } from "undici";
import type { SourceFile } from "./catalog-entry.ts";
import { readCatalog } from "./read-catalog.ts";

/** The process of `npm run voices:verify`. Exits with 1 if a file is not what the catalog says. */

const dispatcher = new EnvHttpProxyAgent();
const print = (line: string) => process.stdout.write(`${line}\n`);

async function problemOf({ url, bytes, sha256 }: SourceFile): Promise<string | undefined> {
  const response = await fetch(url, { dispatcher });
  if (!response.ok || !response.body) return `status ${response.status}`;
  const hash = createHash("sha256");
  let received = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    received += chunk.length;
  }
  if (received !== bytes) return `${received} bytes, not ${bytes}`;
  const digest = hash.digest("hex");
  return digest === sha256 ? undefined : `sha256 ${digest}, not ${sha256}`;
}

const wanted = new Set(process.argv.slice(2));
const entries = readCatalog(process.env.VOICE_CATALOG || undefined).filter(({ id }) => wanted.size === 0 || wanted.has(id));
if (entries.length === 0) print(`No such voice or recognizer: ${[...wanted].join(", ")}.`);
let failed = entries.length === 0 ? 1 : 0;
for (const { id, sources } of entries)
  for (const { files } of sources)
    for (const file of files) {
      const problem = await problemOf(file).catch((error: Error & { cause?: Error }) => error.cause?.message ?? error.message);
      if (problem !== undefined) failed++;
      print(`${problem === undefined ? "ok    " : "FAILED"} ${id} ${file.url}${problem === undefined ? "" : `: ${problem}`}`);
    }
await dispatcher.close();
process.exitCode = failed > 0 ? 1 : 0;
