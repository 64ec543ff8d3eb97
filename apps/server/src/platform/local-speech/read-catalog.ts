import { readFileSync } from "node:fs";
import { z } from "zod";
import { StartError } from "../config/start-error.ts";
import { BUILT_IN_CATALOG } from "./built-in-catalog.ts";
import { Catalog, type CatalogEntry } from "./catalog-entry.ts";

/** The catalog in `file`, or the built-in one. Fails with a `StartError` that names the wrong field of the file. */
export function readCatalog(file: string | undefined): readonly CatalogEntry[] {
  if (file === undefined) return Catalog.parse(BUILT_IN_CATALOG);
  const wrong = (problem: string, cause: unknown) =>
    new StartError(`VOICE_CATALOG: ${file} ${problem} docs/local-speech.md describes it.`, { cause });
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw wrong(`cannot be read: ${(cause as Error).message}.`, cause);
  }
  const parsed = Catalog.safeParse(content);
  if (!parsed.success) throw wrong(`is not a catalog of voices and recognizers: ${z.prettifyError(parsed.error)}.`, parsed.error);
  return parsed.data;
}
