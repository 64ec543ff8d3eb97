import { z } from "zod";

/** Free text with suggested values. Not an enum, because providers add names often. */
export function suggested(values: readonly string[], maxCharacters = 200) {
  return z
    .string()
    .min(1)
    .max(maxCharacters)
    .meta({ examples: [...values] });
}
