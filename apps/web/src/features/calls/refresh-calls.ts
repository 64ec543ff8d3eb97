import type { Call } from "@callwright/contract";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { callKeys } from "./call-queries.ts";

interface CallPage {
  results: readonly Call[];
}

/**
 * Refetches changed calls. Most of them are on the first page, so the pages below it are refetched only when an older call changed or a
 * call was deleted.
 */
export async function refreshCalls(queryClient: QueryClient, ids: readonly string[] | "all"): Promise<void> {
  if (ids === "all") return queryClient.invalidateQueries({ queryKey: callKeys.all });
  const keys = [
    callKeys.anyNewest,
    callKeys.latest,
    resourceKeys.all("calls"),
    ...ids.flatMap((id) => [callKeys.one(id), callKeys.events(id)]),
  ];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
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
