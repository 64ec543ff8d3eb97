import type { Call } from "@callwright/contract";
import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { CALLS, callKeys } from "./call-queries.ts";

interface CallPage {
  results: readonly Call[];
}

/**
 * Refetches changed calls. Most of them are on the first page, so the pages below it are refetched only when an older call changed or a
 * call was deleted.
 */
export async function refreshCalls(queryClient: QueryClient, ids: readonly string[] | "all"): Promise<void> {
  const refetch = (keys: readonly QueryKey[]) => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  if (ids === "all") return void (await refetch([callKeys.all, resourceKeys.all(CALLS.path)]));
  await refetch([
    callKeys.anyNewest,
    callKeys.latest,
    resourceKeys.choices(CALLS.path),
    ...ids.flatMap((id) => [callKeys.one(id), callKeys.events(id)]),
  ]);
  await queryClient.invalidateQueries({
    queryKey: callKeys.anyList,
    predicate: ({ queryKey, state }) => {
      const newest = queryClient.getQueryData<CallPage>([...callKeys.anyNewest, queryKey[callKeys.anyList.length]]);
      const newestIds = new Set(newest?.results.map(({ id }) => id));
      const pages = (state.data as InfiniteData<CallPage> | undefined)?.pages ?? [];
      const older = new Set(pages.flatMap(({ results }) => results.map(({ id }) => id)).filter((id) => !newestIds.has(id)));
      return ids.some((id) => older.has(id));
    },
  });
}
