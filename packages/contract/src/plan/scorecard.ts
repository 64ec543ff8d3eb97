import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { objectList } from "../wire/objects.ts";
import { COMPARATORS } from "./comparator.ts";

const points = z.number().min(0).max(100);

export const NumberCondition = z.strictObject({
  type: z.literal("comparator"),
  comparator: z.enum(COMPARATORS),
  value: z.number(),
  points,
});
export const BooleanCondition = z.strictObject({
  type: z.literal("comparator"),
  comparator: z.literal("="),
  value: z.boolean(),
  points,
});

/** Gives points for the results of structured outputs. The score is the share of the possible points, from 0 to 100. */
export const Scorecard = z.strictObject({
  name: z.string().max(80).optional(),
  description: z.string().max(500).optional(),
  metrics: objectList(100, {
    /** A structured output whose result is a number, true or false. */
    structuredOutputId: Id,
    conditions: z
      .array(z.union([NumberCondition, BooleanCondition]))
      .min(1)
      .max(100),
  }).min(1),
});
export type Scorecard = z.infer<typeof Scorecard>;
