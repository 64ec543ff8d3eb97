import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { type Listed, type ListFilters, resourceListQuery } from "../resource-queries.ts";
import { matchesSearch } from "../search.ts";
import { SEARCH_DELAY_MS } from "../use-choices.ts";

interface ListRequest {
  filters: ListFilters;
  /** The search text. The server searches. */
  q: string;
  /** Sorting needs the whole list. */
  isSorted: boolean;
}

/** The loaded rows: down to the scroll position, or all if the server cannot search or sort. */
export function useResourceList(resource: Listed, { filters, q, isSorted }: ListRequest) {
  const [search] = useDebouncedValue(q.trim(), SEARCH_DELAY_MS);
  const query = useMemo(() => (search === "" ? filters : { ...filters, search }), [filters, search]);
  const list = useInfiniteQuery(resourceListQuery(useClient(), resource, query, useIsLive()));
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  // While the user types, the rows are still those of the last search.
  const isCurrent = search === q.trim() && !list.isPlaceholderData;
  // Another host may ignore the parameter.
  const cannotSearch = isCurrent && list.data?.some((entity) => !matchesSearch(entity, search)) === true;
  const isSearched = isCurrent && list.data !== undefined && !cannotSearch;
  const wantsAll = isSorted || cannotSearch;
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  useEffect(() => {
    if (wantsAll) readOn();
  }, [wantsAll, readOn]);
  return {
    entities: list.data,
    error: list.error,
    isPending: list.isPending,
    hasMore: hasNextPage,
    wantsAll,
    isSearched,
    cannotSearch,
    readOn,
    retry: list.refetch,
  };
}
