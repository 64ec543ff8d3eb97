import { z } from "zod";
import { LIST_LIMIT } from "./limits.ts";

const Instant = z.iso.datetime({ offset: true });

/** Page size, and the eight time filters every list takes. Times are ISO 8601. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(0).max(LIST_LIMIT.max).default(LIST_LIMIT.default),
  createdAtGt: Instant.optional(),
  createdAtLt: Instant.optional(),
  createdAtGe: Instant.optional(),
  createdAtLe: Instant.optional(),
  updatedAtGt: Instant.optional(),
  updatedAtLt: Instant.optional(),
  updatedAtGe: Instant.optional(),
  updatedAtLe: Instant.optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;
