import { z } from "zod";
import { PLAN_DEFAULTS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { RegexOptions } from "../wire/regex-options.ts";

export const PUNCTUATION_BOUNDARIES = ["。", "，", ".", "!", "?", ";", ")", "،", "۔", "।", "॥", "|", "||", ",", ":"] as const;

const FORMATTERS = [
  ...["markdown", "asterisk", "quote", "dash", "newline", "colon", "acronym", "dollarAmount", "email", "date", "time"],
  ...["distance", "unit", "percentage", "phoneNumber", "number", "stripAsterisk"],
] as const;

const Replacement = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("exact"),
    key: z.string().min(1).max(1000).meta({ title: "Text" }),
    value: z.string().max(1000).meta({ title: "Spoken as" }),
    replaceAllEnabled: z.boolean().meta({ default: false }).optional(),
  }),
  z.strictObject({
    type: z.literal("regex"),
    regex: z.string().min(1).max(1000),
    options: RegexOptions.optional(),
    value: z.string().max(1000).meta({ title: "Spoken as" }),
  }),
]);

/** How the model's text is split and rewritten before the voice speaks it. */
export const ChunkPlan = optionalFields({
  enabled: z.boolean().meta({ default: true }),
  minCharacters: z.number().int().min(1).max(80).meta({
    default: PLAN_DEFAULTS.chunk.minCharacters,
    description: "Least length of a phrase. Without it and boundaries, the first phrase is short and the others are sentences.",
  }),
  punctuationBoundaries: z
    .array(z.enum(PUNCTUATION_BOUNDARIES))
    .max(PUNCTUATION_BOUNDARIES.length)
    .meta({ description: "Where a phrase may end. All when unset." }),
  formatPlan: optionalFields({
    enabled: z.boolean().meta({ default: true }),
    numberToDigitsCutoff: z
      .number()
      .min(0)
      .meta({ default: PLAN_DEFAULTS.chunk.numberToDigitsCutoff, description: "Larger numbers are read digit by digit." }),
    replacements: z.array(Replacement).max(1000),
    formattersEnabled: z
      .array(z.enum(FORMATTERS))
      .max(FORMATTERS.length)
      .meta({ title: "Formatters", description: "All but asterisk when unset, which removes words." }),
  }),
}).meta({ id: "ChunkPlan" });
export type ChunkPlan = z.infer<typeof ChunkPlan>;
