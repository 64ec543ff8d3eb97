/** `npm run catalog:check`: how the catalog of names differs from what providers list. It needs keys in the environment. */

import { readCatalogFile } from "../../../platform/capabilities/known-names.ts";
import { parseConfig } from "../../../platform/config/config.ts";
import { compareCatalog } from "./compare-catalog.ts";

const config = parseConfig(process.env);
const catalog = await readCatalogFile(config.catalogFile);
const { differences, skipped } = await compareCatalog(catalog, config, Date.now(), new AbortController().signal);
const list = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(", "));
for (const { part, provider, unknown, unlisted } of differences)
  process.stdout.write(
    `${part} ${provider}\n  listed there, not in the catalog: ${list(unknown)}\n  in the catalog, not listed there: ${list(unlisted)}\n`,
  );
for (const { part, provider, why } of skipped) process.stdout.write(`${part} ${provider}: not compared, ${why}\n`);
