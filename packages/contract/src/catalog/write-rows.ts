import type { PriceUnit, UsedPart } from "../cost/priced-units.ts";
import type { CatalogRow } from "./catalog-row.ts";

/** The source of a statement, and its day. */
export type Stated = Pick<CatalogRow, "source" | "asOf">;

export const stated = (source: string, asOf: string): Stated => ({ source, asOf });

/** The fields of a row besides its name. */
type Fields = Partial<Omit<CatalogRow, "part" | "provider" | "name" | "source" | "asOf">> & { stated?: Stated };

/** Writes the rows of a provider. `by`: source and day of every row without its own. */
export function rowsOf(
  part: UsedPart,
  provider: string,
  by: Stated,
  rows: readonly (readonly [name: string, fields?: Fields])[],
): CatalogRow[] {
  return rows.map(([name, { stated: own, ...fields } = {}]) => ({ part, provider, name, ...fields, ...by, ...own }));
}

type Prices = Pick<CatalogRow, "prices">;

/** Per million tokens. */
export function perTokens(
  by: Stated,
  [input, cached, output, cacheWrite]: readonly [input: number, cached: number | undefined, output: number, cacheWrite?: number],
): Prices {
  const units: [PriceUnit, number | undefined][] = [
    ["1m-input-tokens", input],
    ["1m-cached-tokens", cached],
    ["1m-cache-write-tokens", cacheWrite],
    ["1m-output-tokens", output],
  ];
  return { prices: units.flatMap(([unit, usd]) => (usd === undefined ? [] : [{ unit, usd, ...by }])) };
}

/** Per thousand characters of spoken text. */
export const perCharacters = (by: Stated, usd: number): Prices => ({ prices: [{ unit: "1k-characters", usd, ...by }] });

/** Per minute of sound. */
export const perMinute = (by: Stated, usd: number): Prices => ({ prices: [{ unit: "minute", usd, ...by }] });
