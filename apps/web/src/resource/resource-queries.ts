import { ApiError, type Client, readFittingPage } from "@callwright/client";
import { LIST_LIMIT } from "@callwright/contract";
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Resource } from "./resource.ts";
import { callOf, type RouteNaming } from "./resource-calls.ts";
import type { ResourceEntity } from "./resource-entity.ts";
import { matchesSearch } from "./search.ts";

/** Query parameters of a list in the form of the address. */
export type ListFilters = Readonly<Record<string, string>>;

export const resourceKeys = {
  all: (path: string) => ["resource", path] as const,
  lists: (path: string) => ["resource", path, "list"] as const,
  list: (path: string, filters: ListFilters) => ["resource", path, "list", filters] as const,
  choices: (path: string) => ["resource", path, "choices"] as const,
  found: (path: string, search: string) => ["resource", path, "choices", search] as const,
  one: (path: string, id: string) => ["resource", path, "one", id] as const,
};

/** The response of a list route: the whole list, newest first, or one page. */
interface ListAnswer {
  results: ResourceEntity[];
  /** The parameters of the next page; undefined on the last. */
  next: { cursor: string } | { page: number } | undefined;
  isPaged: boolean;
}

/** A page, and the limit that it was read with: less than was asked for when the server refuses so many as too large. */
interface FittingPage extends ListAnswer {
  limit: number;
}

async function readPage(list: (limit: number) => Promise<unknown> | undefined, asked: number): Promise<FittingPage> {
  const { page, limit } = await readFittingPage(asked, async (fitting) => list(fitting));
  return { ...readListAnswer(page), limit };
}

/** A host may answer with a list or with a page, whatever was asked, so the response decides. */
export function readListAnswer(answer: unknown): ListAnswer {
  if (Array.isArray(answer)) return { results: answer as ResourceEntity[], next: undefined, isPaged: false };
  const { results = [], metadata = {} } = (answer ?? {}) as {
    results?: ResourceEntity[];
    metadata?: { nextCursor?: string; currentPage?: number; totalPages?: number; hasNextPage?: boolean };
  };
  const { nextCursor, currentPage = 1, totalPages, hasNextPage } = metadata;
  const hasMore = hasNextPage ?? (totalPages === undefined ? nextCursor !== undefined : currentPage < totalPages);
  const next = nextCursor === undefined ? { page: currentPage + 1 } : { cursor: nextCursor };
  return { results, next: hasMore ? next : undefined, isPaged: true };
}

interface PageParam {
  limit: number;
  /** The page starts at this creation time, so rows created at that time are on both pages. */
  createdAtLe?: string;
  cursor?: string;
  page?: number;
}

/** The parameters of the next page; undefined after the last. Uses only filters that every list has. */
export function nextPage(pages: readonly ListAnswer[], limit: number): PageParam | undefined {
  const page = pages.at(-1);
  const last = page?.results.at(-1);
  if (!page || !last) return undefined;
  if (page.isPaged) return page.next && { limit: LIST_LIMIT.default, ...page.next };
  const before = new Set(pages.slice(0, -1).flatMap(({ results }) => results.map(({ id }) => id)));
  if (page.results.length < limit || before.has(last.id)) return undefined;
  return { limit: LIST_LIMIT.max, createdAtLe: last.createdAt };
}

/** How often an entity that the server is still processing is refetched while there is no live connection. */
const BUSY_INTERVAL_MS = 2000;

/** The parts of a resource that a list query needs. */
export type Listed = RouteNaming & Pick<Resource, "path" | "isBusy">;

/** All entities of a resource, newest first. The first page is small, so that the screen is fast. */
export function resourceListQuery(client: Client, resource: Listed, filters: ListFilters, isLive: boolean) {
  return infiniteQueryOptions({
    queryKey: resourceKeys.list(resource.path, filters),
    initialPageParam: { limit: LIST_LIMIT.default } as PageParam,
    queryFn: async ({ pageParam, signal }) =>
      readPage(
        (limit) => callOf(client, resource, "list")?.({ query: { ...filters, ...pageParam, limit }, signal }),
        pageParam.limit,
      ),
    getNextPageParam: ({ limit }, pages) => nextPage(pages, limit),
    refetchInterval: ({ state: { data } }) =>
      !isLive && data?.pages.some(({ results }) => results.some((entity) => resource.isBusy?.(entity)))
        ? BUSY_INTERVAL_MS
        : false,
    placeholderData: keepPreviousData,
    select: ({ pages }) => [...new Map(pages.flatMap(({ results }) => results).map((entity) => [entity.id, entity])).values()],
  });
}

/** Maximum number of choices offered at once. */
export const CHOICES = 50;

export interface Choices {
  results: ResourceEntity[];
  /** The host cannot search and has more entities than were loaded here. */
  isPartial: boolean;
}

/** The newest entities of a resource, or the newest that match a search, to choose from. */
export function choicesQuery(client: Client, naming: RouteNaming & { path: string }, search = "") {
  return queryOptions({
    queryKey: resourceKeys.found(naming.path, search),
    queryFn: async ({ signal }): Promise<Choices> => {
      const read = (asked: number, query: object = {}) =>
        readPage((limit) => callOf(client, naming, "list")?.({ query: { ...query, limit }, signal }), asked);
      const { results } = await read(CHOICES, search === "" ? {} : { search });
      if (results.every((entity) => matchesSearch(entity, search))) return { results, isPartial: false };
      // Another host may not know the parameter.
      const { results: newest, limit } = await read(LIST_LIMIT.max);
      const found = newest.filter((entity) => matchesSearch(entity, search)).slice(0, CHOICES);
      return { results: found, isPartial: newest.length >= limit };
    },
    placeholderData: keepPreviousData,
  });
}

export function resourceQuery(client: Client, resource: Resource, id: string, isLive = true) {
  return queryOptions({
    queryKey: resourceKeys.one(resource.path, id),
    queryFn: async ({ signal }) => (await callOf(client, resource, "get")?.({ id, signal })) as ResourceEntity,
    refetchInterval: ({ state: { data } }) => (!isLive && data && resource.isBusy?.(data) ? BUSY_INTERVAL_MS : false),
  });
}

/** Caches an entity and refetches the lists. */
export function rememberEntity(queryClient: QueryClient, path: string, entity: ResourceEntity): void {
  queryClient.setQueryData(resourceKeys.one(path, entity.id), entity);
  for (const queryKey of [resourceKeys.lists(path), resourceKeys.choices(path)]) void queryClient.invalidateQueries({ queryKey });
}

/** Like `rememberEntity`, for an object that the server is still processing: it may have changed since the response, so it is read again. */
export function rememberBusyEntity(queryClient: QueryClient, path: string, entity: ResourceEntity): void {
  rememberEntity(queryClient, path, entity);
  void queryClient.invalidateQueries({ queryKey: resourceKeys.one(path, entity.id) });
}

/** The host can be reached but does not have this resource. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}
