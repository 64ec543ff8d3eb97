import { CATALOG, CATALOG_DAY, type CatalogRow } from "@callwright/contract";
import { PART_NAMES, type PartName } from "@callwright/engine/conversation";
import { test } from "vitest";
import { expectSection } from "./written-section.ts";

/**
 * The sections "Names" of docs/models.md, docs/voices.md and docs/transcribers.md list the catalog.
 * `WRITE_DOCS=true npx vitest run --project unit tests/docs/catalog.test.ts` writes them.
 */

const introduction = (part: PartName) =>
  `Names that this release knows, as they were on ${CATALOG_DAY}. Other names are valid: they work by the rules of their family. "Ends" is the first day on which the provider refuses a name. ${
    part === "model"
      ? "Prices are for a million tokens: input, cached input, output"
      : "Prices are for 1,000 characters or a minute"
  }, in US dollars.`;

function abilitiesOf({ tools, efforts, languages, sampleRates }: CatalogRow): string {
  const [least, most] = [efforts?.[0], efforts?.at(-1)];
  return [
    ...(tools === false ? ["no tools"] : []),
    ...(efforts ? [`effort ${least} to ${most}`] : []),
    ...(languages ? [languages.join(" ")] : []),
    ...(sampleRates ? [`${sampleRates.join(", ")} Hz`] : []),
  ].join("; ");
}

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
  const cells = [
    `\`${provider}\``,
    `\`${name}\``,
    abilitiesOf(each),
    since,
    retires,
    next,
    `${priceOf(each)}${stated}`,
    `[${asOf}](${source})`,
  ];
  return `| ${cells.join(" | ")} |`;
}

test.each(PART_NAMES)("the names of every %s in the docs are those of the catalog", (part) => {
  const rows = CATALOG.rows.filter((each) => each.part === part).map(row);
  const head = ["| provider | name | abilities | since | ends | instead | price | source |", "|---|---|---|---|---|---|---|---|"];
  expectSection(`${part}s.md`, "## Names", [introduction(part), "", ...head, ...rows]);
});
