import { z } from "zod";

/** A text that is free, with usual values to offer: providers add names faster than a list can follow. */
export function suggested(values: readonly string[], maxCharacters = 200) {
  return z
    .string()
    .min(1)
    .max(maxCharacters)
    .meta({ examples: [...values] });
}
