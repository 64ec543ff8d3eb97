import type { Client } from "@callwright/client";
import type { SavedScreen } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";

export const viewKeys = { all: ["saved-views"] as const };

export function savedViewsQuery(client: Client, screen: SavedScreen) {
  return queryOptions({
    queryKey: [...viewKeys.all, screen],
    queryFn: ({ signal }) => client.savedViews.list({ query: { screen }, signal }),
  });
}
