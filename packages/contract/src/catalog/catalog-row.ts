import { z } from "zod";
import { PRICE_UNITS, USED_PARTS } from "../cost/priced-units.ts";

const Day = z.iso.date().meta({ description: "A day in UTC, like 2027-03-01." });
const Name = z.string().min(1).max(200);
const Stated = {
  /** Address of the page or package with the data. */
  source: z.url({ protocol: /^https$/ }).max(1000),
  /** The day on which the source had it. */
  asOf: Day,
};

/**
 * One name at a provider, as its source described it on a day: a language model, or the model of a voice or a transcriber. Names change within
 * months, so they are data. Code of a provider knows families of names only. A name without a row works by the rules of its family.
 */
export const CatalogRow = z.strictObject({
  part: z.enum(USED_PARTS),
  provider: Name,
  /** The provider's name. `*` in a row of prices: every name of the provider without its own row. */
  name: Name,
  /** The day on which it was released. */
  since: Day.optional(),
  /** The first day on which the provider refuses it. Absent: no end is announced. */
  retires: Day.optional(),
  /** The name to use instead, at the same provider. */
  successor: Name.optional(),
  /** How good answers are, among the names that presets choose from. 1: quick and cheap, 2: the usual choice, 3: the best. Absent: presets do not choose it. */
  quality: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  /** False: it calls no tools. */
  tools: z.boolean().optional(),
  /** The model's levels of thinking, the lowest first. Absent: it does not think, or its levels are unknown. */
  efforts: z.array(Name).max(10).optional(),
  /** ISO 639-1 codes. Absent: many languages, or unknown. */
  languages: z.array(z.string().min(2).max(10)).max(200).optional(),
  /** Sample rates of its input or output, in hertz. Absent: unknown. */
  sampleRates: z.array(z.number().int().min(8_000).max(48_000)).max(20).optional(),
  /** List prices in US dollars. A price without a source is not listed: it is unknown. */
  prices: z
    .array(z.strictObject({ unit: z.enum(PRICE_UNITS), usd: z.number().min(0).max(100_000), ...Stated }))
    .max(PRICE_UNITS.length)
    .optional(),
  /** Milliseconds to the first token, sound or word, as published. */
  responseMs: z.strictObject({ ms: z.number().min(0).max(60_000), ...Stated }).optional(),
  /** The source of the row itself. */
  ...Stated,
});
export type CatalogRow = z.infer<typeof CatalogRow>;

/** What names a row: no two rows share all three. */
export type CatalogName = Pick<CatalogRow, "part" | "provider" | "name">;
