import type { Client } from "@callwright/client";
import { LIST_LIMIT } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";

export const tokenKeys = { all: ["tokens"] as const };

/** The organization's tokens, newest first. One page is enough. */
export function tokenListQuery(client: Client) {
  return queryOptions({
    queryKey: tokenKeys.all,
    queryFn: ({ signal }) => client.tokens.list({ query: { limit: LIST_LIMIT.max }, signal }),
  });
}
