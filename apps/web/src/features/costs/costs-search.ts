import { PRICE_UNITS, PRICED_PARTS } from "@callwright/contract";
import { oneOf, searchOf, typed } from "../../kit/search-params.ts";

/** A price to set, in the address. */
export const costsSearch = searchOf({
  part: oneOf(PRICED_PARTS),
  provider: typed,
  model: typed,
  unit: oneOf(PRICE_UNITS),
});
