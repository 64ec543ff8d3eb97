import { ApiError, type Client } from "@callwright/client";
import { LIST_LIMIT } from "@callwright/contract";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Resource } from "./resource.ts";
import { callOf, type RouteNaming } from "./resource-calls.ts";
import type { ResourceEntity } from "./resource-entity.ts";

/** Query parameters of a list, as the address has them. */
export type ListFilters = Readonly<Record<string, string>>;

export const resourceKeys = {
  all: (path: string) => ["resource", path] as const,
  lists: (path: string) => ["resource", path, "list"] as const,
  list: (path: string, filters: ListFilters) => ["resource", path, "list", filters] as const,
  choices: (path: string) => ["resource", path, "choices"] as const,
  newest: (path: string) => ["resource", path, "choices", "newest"] as const,
  one: (path: string, id: string) => ["resource", path, "one", id] as const,
};

/** What a list answers: all of it newest first, or a page. */
interface ListAnswer {
  results: ResourceEntity[];
  /** Of a list by pages: what the next one is asked with; undefined on the last. */
  next: { cursor: string } | { page: number } | undefined;
  isPaged: boolean;
}

/** Another host may answer either way, so the answer itself says which it is. */
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
  /** The page starts at this time of creation, so the rows it shares with the page before are seen twice. */
  createdAtLe?: string;
  cursor?: string;
  page?: number;
}

/** What the next page is asked with; undefined after the last. Needs nothing of a host but the filters every list has. */
export function nextPage(pages: readonly ListAnswer[], limit: number): PageParam | undefined {
  const page = pages.at(-1);
  const last = page?.results.at(-1);
  if (!page || !last) return undefined;
  if (page.isPaged) return page.next && { limit: LIST_LIMIT.default, ...page.next };
  const before = new Set(pages.slice(0, -1).flatMap(({ results }) => results.map(({ id }) => id)));
  if (page.results.length < limit || before.has(last.id)) return undefined;
  return { limit: LIST_LIMIT.max, createdAtLe: last.createdAt };
}

/** How often a thing is read again that the server is at work on, unless the screens are told of every change. */
const BUSY_INTERVAL_MS = 2000;

/** Every thing of a kind, newest first: a small first page for a fast screen, then the largest the platform gives. */
export function resourceListQuery(client: Client, resource: Resource, filters: ListFilters, isLive: boolean) {
  return infiniteQueryOptions({
    queryKey: resourceKeys.list(resource.path, filters),
    initialPageParam: { limit: LIST_LIMIT.default } as PageParam,
    queryFn: async ({ pageParam, signal }) =>
      readListAnswer(await callOf(client, resource, "list")?.({ query: { ...filters, ...pageParam }, signal })),
    getNextPageParam: (_page, pages, param) => nextPage(pages, param.limit),
    refetchInterval: ({ state: { data } }) =>
      !isLive && data?.pages.some(({ results }) => results.some((entity) => resource.isBusy?.(entity)))
        ? BUSY_INTERVAL_MS
        : false,
    select: ({ pages }) => [...new Map(pages.flatMap(({ results }) => results).map((entity) => [entity.id, entity])).values()],
  });
}

/** The newest things of a kind, to choose one of. */
export function choicesQuery(client: Client, naming: RouteNaming & { path: string }) {
  return queryOptions({
    queryKey: resourceKeys.choices(naming.path),
    queryFn: async ({ signal }) =>
      readListAnswer(await callOf(client, naming, "list")?.({ query: { limit: LIST_LIMIT.max }, signal })).results,
  });
}

/** How many of each kind ⌘K knows. */
const NEWEST = 50;

/** The newest few things of a kind, to find one by its name. */
export function newestQuery(client: Client, naming: RouteNaming & { path: string }) {
  return queryOptions({
    queryKey: resourceKeys.newest(naming.path),
    queryFn: async ({ signal }) =>
      readListAnswer(await callOf(client, naming, "list")?.({ query: { limit: NEWEST }, signal })).results,
  });
}

export function resourceQuery(client: Client, resource: Resource, id: string, isLive = true) {
  return queryOptions({
    queryKey: resourceKeys.one(resource.path, id),
    queryFn: async ({ signal }) => (await callOf(client, resource, "get")?.({ id, signal })) as ResourceEntity,
    refetchInterval: ({ state: { data } }) => (!isLive && data && resource.isBusy?.(data) ? BUSY_INTERVAL_MS : false),
  });
}

/** Puts a thing where the screens read it, and lets the lists refresh. */
export function rememberEntity(queryClient: QueryClient, path: string, entity: ResourceEntity): void {
  queryClient.setQueryData(resourceKeys.one(path, entity.id), entity);
  for (const queryKey of [resourceKeys.lists(path), resourceKeys.choices(path)]) void queryClient.invalidateQueries({ queryKey });
}

/** The host answers, but does not have this kind of thing. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}
