import { z } from "zod";
import { Instant } from "./instant.ts";
import { LIST_LIMIT, PAGE_MAX, SEARCH_MAX_CHARACTERS } from "./limits.ts";

/** Every word must be part of a name, phone number, type or provider, or the beginning of an id. Callwright only. */
export const SearchText = z.string().max(SEARCH_MAX_CHARACTERS).optional();

/** Page size, search and the eight time filters of every list. Times are ISO 8601. */
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
  search: SearchText,
});
export type ListQuery = z.infer<typeof ListQuery>;

export const SORT_ORDERS = ["ASC", "DESC"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Pages by number, or by the `nextCursor` of the previous page, which stays correct while rows are added or deleted. */
export const PageQuery = z.object({
  ...ListQuery.shape,
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  /** By creation time. */
  sortOrder: z.enum(SORT_ORDERS).default("DESC"),
  /** Only calls can be sorted by another field. */
  sortBy: z.enum(["createdAt"]).optional(),
  /** `metadata.nextCursor` of the previous page. `page` is then ignored. */
  cursor: z.string().max(200).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** The query of pages that have no filters by time. Callwright only. */
export const PlainPageQuery = PageQuery.pick({ limit: true, page: true, sortOrder: true, cursor: true, search: true });
export type PlainPageQuery = z.infer<typeof PlainPageQuery>;

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
