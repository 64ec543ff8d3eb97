import type { Client } from "@callwright/client";
import { type AuditEvent, LIST_LIMIT } from "@callwright/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { AuditSearch } from "./audit-search.ts";

interface PageParam {
  limit: number;
  /** Id of the last event of the page before. */
  cursor?: string;
}

/** The events of a filter, newest first: a small first page for a fast screen, then the largest the platform gives. */
export function auditQuery(client: Client, orgId: string, filter: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: ["audit", orgId, filter] as const,
    initialPageParam: { limit: LIST_LIMIT.default } as PageParam,
    queryFn: ({ pageParam, signal }) => client.listAuditEvents({ id: orgId, query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: (page: AuditEvent[], _pages, { limit }) => {
      const last = page.at(-1);
      return last && page.length >= limit ? { limit: LIST_LIMIT.max, cursor: last.id } : undefined;
    },
  });
}
