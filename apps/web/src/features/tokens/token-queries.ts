import type { Client } from "@callwright/client";
import { LIST_LIMIT } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";

export const tokenKeys = { all: ["tokens"] as const };

/** The tokens of the organisation, newest first. Nobody has more of them than one page holds. */
export function tokenListQuery(client: Client) {
  return queryOptions({
    queryKey: tokenKeys.all,
    queryFn: ({ signal }) => client.listTokens({ query: { limit: LIST_LIMIT.max }, signal }),
  });
}
