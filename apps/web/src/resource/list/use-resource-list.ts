import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useIsLive } from "../../app/realtime/realtime-context.tsx";
import { useClient } from "../../app/services.tsx";
import type { Resource } from "../resource.ts";
import { type ListFilters, resourceListQuery } from "../resource-queries.ts";

/**
 * The things read so far: as far as the reader has gone down the list, or all of them where `wantsAll`, for a search or an order of its
 * own is over everything there is.
 */
export function useResourceList(resource: Resource, filters: ListFilters, wantsAll: boolean) {
  const list = useInfiniteQuery(resourceListQuery(useClient(), resource, filters, useIsLive()));
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const readOn = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  useEffect(() => {
    if (wantsAll) readOn();
  }, [wantsAll, readOn]);
  return { entities: list.data, error: list.error, isPending: list.isPending, hasMore: hasNextPage, readOn, retry: list.refetch };
}
