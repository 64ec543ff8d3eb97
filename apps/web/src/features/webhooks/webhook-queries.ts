import type { Client } from "@callwright/client";
import { LIST_LIMIT } from "@callwright/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { WebhookFilter } from "./webhook-search.ts";

export const webhookKeys = {
  all: ["webhooks"] as const,
  lists: ["webhooks", "list"] as const,
  one: (id: string) => ["webhooks", "one", id] as const,
};

interface PageParam {
  limit: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** Server messages, newest first. */
export function webhooksQuery(client: Client, filter: WebhookFilter) {
  return infiniteQueryOptions({
    queryKey: [...webhookKeys.lists, filter] as const,
    initialPageParam: { limit: LIST_LIMIT.default } as PageParam,
    queryFn: ({ pageParam, signal }) => client.webhookDeliveries.list({ query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: ({ metadata: { nextCursor } }): PageParam | undefined =>
      nextCursor === undefined ? undefined : { limit: LIST_LIMIT.default, cursor: nextCursor },
  });
}

/** One message with its body and its attempts. */
export function webhookQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: webhookKeys.one(id),
    queryFn: ({ signal }) => client.webhookDeliveries.get({ id, signal }),
  });
}
