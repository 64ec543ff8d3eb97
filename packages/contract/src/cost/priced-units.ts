/** The parts of a conversation whose providers charge for it. */
export const USED_PARTS = ["model", "voice", "transcriber"] as const;
export type UsedPart = (typeof USED_PARTS)[number];

/** What can have a price: the parts of an agent, and the minutes of a telephone line. */
export const PRICED_PARTS = [...USED_PARTS, "telephone"] as const;
export type PricedPart = (typeof PRICED_PARTS)[number];

/** What one price is for. */
export const PRICE_UNITS = [
  "1m-input-tokens",
  "1m-cached-tokens",
  "1m-cache-write-tokens",
  "1m-output-tokens",
  "1k-characters",
  "minute",
] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** How many tokens, characters or minutes a unit has. */
export const UNIT_SIZES: Readonly<Record<PriceUnit, number>> = {
  "1m-input-tokens": 1_000_000,
  "1m-cached-tokens": 1_000_000,
  "1m-cache-write-tokens": 1_000_000,
  "1m-output-tokens": 1_000_000,
  "1k-characters": 1_000,
  minute: 1,
};

/** The units in which a part can be charged. */
export const UNITS_OF_PARTS: Readonly<Record<PricedPart, readonly PriceUnit[]>> = {
  model: ["1m-input-tokens", "1m-cached-tokens", "1m-cache-write-tokens", "1m-output-tokens"],
  voice: ["1k-characters", "minute"],
  transcriber: ["minute"],
  telephone: ["minute"],
};
