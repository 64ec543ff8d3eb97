import { readFile } from "node:fs/promises";
import { CATALOG, type Catalog, CatalogRow, firstModelOf } from "@callwright/contract";
import { z } from "zod";
import { StartError } from "../config/start-error.ts";

const CatalogFile = z.strictObject({ rows: z.array(CatalogRow).max(10_000) });

let known: Catalog = CATALOG;

/** The names of providers' models, voices and transcribers that this process knows. */
export const knownNames = (): Catalog => known;

/** The suggested model of a provider, in place of one that cannot run: the first that has not ended. */
export const suggestModel = (provider: string): string => firstModelOf(provider, known, Date.now());

/** Reads the operator's file, if there is one. Once, when the server starts. Fails as `readCatalogFile`. */
export async function loadKnownNames(path: string | undefined): Promise<void> {
  known = await readCatalogFile(path);
}

/**
 * The built-in catalog, with the rows of the operator's file over it. A row says what a name is, when it ends and what it costs; it has no address,
 * header or key. Fails with a `StartError` that names the row and the field.
 */
export async function readCatalogFile(path: string | undefined): Promise<Catalog> {
  if (path === undefined) return CATALOG;
  const fail = (why: string) =>
    new StartError(`CATALOG_FILE: ${path} ${why} Correct it (docs/models.md), or unset CATALOG_FILE.`);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw fail(`cannot be read (${error.code}).`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw fail(`is not JSON: ${(error as Error).message}.`);
  }
  const read = CatalogFile.safeParse(content);
  if (read.success) return CATALOG.with(read.data.rows);
  const [issue] = read.error.issues;
  throw fail(`is not a catalog: ${issue?.path.join(".") || "the file"}: ${issue?.message}.`);
}
