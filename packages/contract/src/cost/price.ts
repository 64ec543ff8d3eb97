import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { describeRoutes } from "../wire/noun.ts";
import { priceNoun } from "./price-noun.ts";
import { PRICE_UNITS, PRICED_PARTS, type PricedPart, type PriceUnit, UNITS_OF_PARTS, type UsedPart } from "./priced-units.ts";

/** A price for every model of a provider without its own price. */
export const EVERY_MODEL = "*";

/** A price of the table. */
export interface ListedPrice {
  part: UsedPart;
  provider: string;
  model: string;
  unit: PriceUnit;
  /** US dollars. */
  usd: number;
  /** Address of the page that says so. */
  source: string;
  /** The day on which the source had it, ISO 8601. */
  asOf: string;
}

const PriceFields = {
  part: z.enum(PRICED_PARTS),
  provider: z.string().min(1).max(100),
  /** As the provider calls it; `*` for all of the provider's models without another price. Of a telephone: `inbound`, `outbound` or `*`. */
  model: z.string().min(1).max(200),
  unit: z.enum(PRICE_UNITS),
  /** US dollars. */
  usd: z.number().min(0).max(100_000).meta({ title: "US dollars" }),
};

/** A price of an organization: from the table, or its own. */
export const Price = z.object({
  ...PriceFields,
  /** Absent for the organization's own price. */
  source: z.string().optional(),
  /** The day of the price, ISO 8601. */
  asOf: z.string(),
  /** Id of the organization's own price. Absent for a price of the table. */
  id: Id.optional(),
});
export type Price = z.infer<typeof Price>;

/** An organization's own price. There is one for each part, provider, model and unit: a second one replaces it. */
export const SetPrice = z.strictObject(PriceFields).refine(({ part, unit }) => UNITS_OF_PARTS[part].includes(unit), {
  error: ({ input }) => {
    const { part } = input as { part: PricedPart };
    return `of a ${part} must be one of ${UNITS_OF_PARTS[part].join(", ")}`;
  },
  path: ["unit"],
});
export type SetPrice = z.infer<typeof SetPrice>;

/**
 * The names under which a model may be listed, the exact one first: without the region in `gpt-4.1:westus`, and without the day in
 * `gpt-4.1-2025-04-14`.
 */
export function namesOfModel(name: string): string[] {
  const [bare = name] = name.split(":");
  return [...new Set([name, bare, bare.replace(/-\d{4}-\d{2}-\d{2}$/, "")])];
}

/** The price of a unit: the organization's own before one of the table, of the model before one of all models. */
export function findPrice(
  prices: readonly Price[],
  { part, provider, model }: Pick<Price, "part" | "provider" | "model">,
  unit: PriceUnit,
): Price | undefined {
  const ofUnit = prices.filter((price) => price.part === part && price.provider === provider && price.unit === unit);
  for (const isOwn of [true, false])
    for (const name of [...namesOfModel(model), EVERY_MODEL]) {
      const found = ofUnit.find((price) => price.model === name && (price.id !== undefined) === isOwn);
      if (found) return found;
    }
  return undefined;
}

/** The cost of an organization's calls and chats in a month. A running call counts when it has ended. */
export const Spending = z.object({
  /** In UTC: `2026-11`. */
  month: z.string(),
  /** US dollars. */
  usd: z.number(),
  /** The lower one of `billingLimit` and `monthlyBudget`. Absent: there is no limit. */
  limit: z.number().optional(),
});
export type Spending = z.infer<typeof Spending>;

export const priceRoutes = describeRoutes(priceNoun.addresses, {
  listPrices: {
    response: z.array(Price),
    summary: "List the prices that costs are computed with: the organization's own, then the built-in table",
  },
  setPrice: {
    role: "admin",
    body: SetPrice,
    response: Price,
    summary: "Set the organization's own price of a model, a voice or a transcriber",
  },
  deletePrice: {
    role: "admin",
    response: Price,
    summary: "Delete an own price; that of the table counts again",
  },
  getSpending: {
    response: Spending,
    summary: "Get what the organization has spent in this month, and its limit",
  },
});
