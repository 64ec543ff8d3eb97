import { CATALOG } from "@callwright/contract";
import type pg from "pg";
import { describeEndings, findEndingUses } from "../../modules/provider/catalog/ending-uses.ts";
import { readCatalogFile } from "../../platform/capabilities/known-names.ts";
import type { Config } from "../../platform/config/config.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** The vendors whose names change most often. */
const LOOKED_AFTER = ["openai", "anthropic", "google"];
const OLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** How old the catalog of names is. Fails with a `StartError` when the operator's file cannot be read. */
export async function checkCatalog({ catalogFile }: Config, nowMs: number): Promise<Finding> {
  const { rows } = await readCatalogFile(catalogFile);
  const old = LOOKED_AFTER.flatMap((provider) => {
    const days = rows.filter((row) => row.provider === provider && row.part === "model").map(({ asOf }) => asOf);
    const newest = days.sort().at(-1) ?? "";
    return nowMs - Date.parse(newest) > OLD_DAYS * DAY_MS ? [`${provider} (${newest})`] : [];
  });
  if (old.length === 0) return ok("Names of models", `${rows.length} names, looked up within ${OLD_DAYS} days.`);
  return warning(
    "Names of models",
    `Looked up more than ${OLD_DAYS} days ago: ${old.join(", ")}. Update Callwright, or set CATALOG_FILE (docs/models.md).`,
  );
}

/** The assistants, squads and workflows whose models end. */
export async function checkEndings(client: pg.Client, { catalogFile }: Config, nowMs: number): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ found: string | null }>("select to_regclass('public.workflow') as found");
  if (!tables[0]?.found) return [];
  // Problems of the file are a finding of `checkCatalog`.
  const catalog = await readCatalogFile(catalogFile).catch(() => CATALOG);
  const sentences = describeEndings(await findEndingUses(databaseOn(client), { catalog, nowMs }));
  return sentences.map((sentence) => warning("Ending names", sentence));
}
