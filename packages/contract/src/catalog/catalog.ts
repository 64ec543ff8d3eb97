import { EVERY_MODEL, type ListedPrice, namesOfModel } from "../cost/price.ts";
import type { UsedPart } from "../cost/priced-units.ts";
import type { CatalogName, CatalogRow } from "./catalog-row.ts";
import { MODEL_ROWS } from "./model-rows.ts";
import { TRANSCRIBER_ROWS } from "./transcriber-rows.ts";
import { VOICE_ROWS } from "./voice-rows.ts";

/** A name that ends within this many days is announced. */
export const ENDING_DAYS = 60;
/** A name that was released within this many days is new. */
const NEW_DAYS = 90;

/** `ending`: within `ENDING_DAYS`. `ended`: the provider refuses it. */
export type CatalogLife = "new" | "current" | "ending" | "ended";

const DAY_MS = 86_400_000;
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Providers that serve another provider's names under their own address. */
const SAME_NAMES: Readonly<Record<string, string>> = { "anthropic-bedrock": "anthropic" };

/** The names of all providers, by day. */
export class Catalog {
  readonly rows: readonly CatalogRow[];
  readonly #byKey: ReadonlyMap<string, CatalogRow>;

  /** The later one of two rows with the same name counts. */
  constructor(rows: readonly CatalogRow[]) {
    this.#byKey = new Map(rows.map((row) => [keyOf(row), row]));
    this.rows = [...this.#byKey.values()];
  }

  /** A catalog with newer rows, which replace those of the same names. */
  with(newer: readonly CatalogRow[]): Catalog {
    return newer.length === 0 ? this : new Catalog([...this.rows, ...newer]);
  }

  /** The row of a name. A name with a region or a day has the row of its family. Undefined: the name is not known. */
  find({ part, provider, name }: CatalogName): CatalogRow | undefined {
    for (const each of namesOfModel(name)) {
      const row = this.#byKey.get(keyOf({ part, provider, name: each }));
      if (row) return row;
    }
    return undefined;
  }

  /** A provider's names that live on a day, in the order of the catalog: the ones to choose first. */
  names(part: UsedPart, provider: string, nowMs: number): string[] {
    return this.rows
      .filter((row) => row.part === part && row.provider === (SAME_NAMES[provider] ?? provider))
      .filter((row) => row.name !== EVERY_MODEL && lifeOf(row, nowMs) !== "ended")
      .map(({ name }) => name);
  }

  /** The replacement of a name: its successor, or the successor's successor, that is valid on a day and for `ENDING_DAYS` afterwards. */
  successorOf(row: CatalogRow, nowMs: number): string | undefined {
    const seen = new Set<string>();
    for (let next: CatalogRow | undefined = row; next?.successor !== undefined && !seen.has(next.name); ) {
      seen.add(next.name);
      const { successor }: CatalogRow = next;
      next = this.find({ ...row, name: successor });
      if (!next || !["ending", "ended"].includes(lifeOf(next, nowMs))) return successor;
    }
    return undefined;
  }

  /** The prices in rows. */
  prices(): ListedPrice[] {
    return this.rows.flatMap(({ part, provider, name: model, prices = [] }) =>
      prices.map((price) => ({ part, provider, model, ...price })),
    );
  }
}

export function lifeOf({ since, retires }: Pick<CatalogRow, "since" | "retires">, nowMs: number): CatalogLife {
  if (retires !== undefined && msOf(retires) <= nowMs) return "ended";
  if (retires !== undefined && msOf(retires) <= nowMs + ENDING_DAYS * DAY_MS) return "ending";
  return since !== undefined && msOf(since) > nowMs - NEW_DAYS * DAY_MS ? "new" : "current";
}

function keyOf({ part, provider, name }: CatalogName): string {
  return `${part} ${provider} ${name}`;
}

/** The names that this release knows. Rows of an operator's newer file replace them. */
export const CATALOG = new Catalog([...MODEL_ROWS, ...VOICE_ROWS, ...TRANSCRIBER_ROWS]);

/** The day on which the built-in rows were last looked through. */
export const CATALOG_DAY = "2026-11-29";

/** The built-in names of a provider that schemas suggest: those that were current on `CATALOG_DAY`. */
export const suggestedNames = (part: UsedPart, provider: string): string[] => CATALOG.names(part, provider, msOf(CATALOG_DAY));
