import { z } from "zod";

/** A list that must be empty, because its entries belong to another field. `error` names it. Forms do not show the field. */
export const emptyList = <Item extends z.ZodType>(item: Item, error: string) =>
  z
    .array(item)
    .refine(({ length }) => length === 0, { error })
    .meta({ maxItems: 0 });
