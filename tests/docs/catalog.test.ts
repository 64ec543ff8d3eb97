import { readFileSync, writeFileSync } from "node:fs";
import { CATALOG, CATALOG_DAY, type CatalogRow } from "@callwright/contract";
import { PART_NAMES, type PartName } from "@callwright/engine/conversation";
import { expect, test } from "vitest";

/**
 * The sections "Names" of docs/models.md, docs/voices.md and docs/transcribers.md list the catalog.
 * `WRITE_DOCS=true npx vitest run --project unit tests/docs/catalog.test.ts` writes them.
 */

const HEADING = "## Names";
const introduction = (part: PartName) =>
  `Names that this release knows, as they were on ${CATALOG_DAY}. Other names are valid: they work by the rules of their family. "Ends" is the first day on which the provider refuses a name. ${
    part === "model"
      ? "Prices are for a million tokens: input, cached input, output"
      : "Prices are for 1,000 characters or a minute"
  }, in US dollars.`;

const UNITS: Readonly<Record<string, string>> = { "1k-characters": " / 1k", minute: " / min" };

function priceOf({ prices = [] }: CatalogRow): string {
  const usd = (unit: string) => prices.find((price) => price.unit === unit)?.usd;
  const figure = (value: number | undefined) => (value === undefined ? "–" : String(Math.round(value * 1e5) / 1e5));
  const input = usd("1m-input-tokens");
  if (input !== undefined) return [input, usd("1m-cached-tokens"), usd("1m-output-tokens")].map(figure).join(", ");
  return prices.map(({ unit, usd: price }) => `${figure(price)}${UNITS[unit] ?? ""}`).join(", ");
}

function row(each: CatalogRow): string {
  const { provider, name, since = "", retires = "", successor, source, asOf } = each;
  const next = successor === undefined ? "" : `\`${successor}\``;
  const price = each.prices?.[0];
  const stated = price ? ` ([${price.asOf}](${price.source}))` : "";
  const cells = [`\`${provider}\``, `\`${name}\``, since, retires, next, `${priceOf(each)}${stated}`, `[${asOf}](${source})`];
  return `| ${cells.join(" | ")} |`;
}

function section(part: PartName): string {
  const rows = CATALOG.rows.filter((each) => each.part === part).map(row);
  const head = ["| provider | name | since | ends | instead | price | source |", "|---|---|---|---|---|---|---|"];
  return [HEADING, "", introduction(part), "", ...head, ...rows, ""].join("\n");
}

test.each(PART_NAMES)("the names of every %s in the docs are those of the catalog", (part) => {
  const file = new URL(`../../docs/${part}s.md`, import.meta.url);
  const document = readFileSync(file, "utf8");
  const [before = "", after = ""] = document.split(`${HEADING}\n`);
  const rest = /\n## [\s\S]*$/.exec(after)?.[0] ?? "";
  const written = `${before.trimEnd()}\n\n${section(part)}${rest}`;
  if (process.env.WRITE_DOCS === "true") writeFileSync(file, written);
  else expect(document).toBe(written);
});
