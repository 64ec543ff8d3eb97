import { z } from "zod";
import { LIST_LIMIT, PAGE_MAX } from "./limits.ts";

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

/** A query parameter that may be repeated: given once, it is a list of one. */
export function repeated<Entry extends z.ZodType>(entry: Entry) {
  return z.union([z.array(entry).max(LIST_LIMIT.max), entry.transform((value) => [value])]);
}

export const SORT_ORDERS = ["ASC", "DESC"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** A list by pages: by number, or from the `nextCursor` of the page before, which also holds when rows come and go. */
export const PageQuery = z.object({
  ...ListQuery.shape,
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  /** By creation. */
  sortOrder: z.enum(SORT_ORDERS).default("DESC"),
  /** Calls alone can be ordered by something else. */
  sortBy: z.enum(["createdAt"]).optional(),
  /** `metadata.nextCursor` of the page before; `page` is then not looked at. */
  cursor: z.string().max(200).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const PageMetadata = z.looseObject({
  itemsPerPage: z.number(),
  totalItems: z.number(),
  currentPage: z.number(),
  totalPages: z.number(),
  hasNextPage: z.boolean(),
  sortOrder: z.enum(SORT_ORDERS),
  /** Opaque; absent on the last page. */
  nextCursor: z.string().optional(),
});
export type PageMetadata = z.infer<typeof PageMetadata>;
