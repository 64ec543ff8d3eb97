import type { Client } from "@callwright/client";
import type { AssistantVersion } from "@callwright/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { assistantKeys } from "./assistant-queries.ts";
import { configOf } from "./config-diff.ts";

const PAGE_SIZE = 50;

/** Published versions, newest first, page after page. */
export function versionListQuery(client: Client, assistantId: string) {
  return infiniteQueryOptions({
    queryKey: assistantKeys.versions(assistantId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listAssistantVersions({
        id: assistantId,
        query: { limit: PAGE_SIZE, ...(pageParam === undefined ? {} : { pageState: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextPageState }) => nextPageState,
    select: ({ pages }) => pages.flatMap(({ results }) => results),
  });
}

/** Who published the version that is live now: a person's id; null for an API token, and when it is no longer the newest. */
export function versionAuthorQuery(client: Client, assistantId: string, version: string) {
  return queryOptions({
    queryKey: ["assistants", "version-author", assistantId, version] as const,
    queryFn: async ({ signal }) => {
      const { results } = await client.listAssistantVersions({ id: assistantId, query: { limit: 1 }, signal });
      return results.find((each) => each.version === version)?.createdBy ?? null;
    },
    // A version is never published again.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What a version says of the assistant, without what it says of itself. */
export function versionConfig(version: AssistantVersion): Record<string, unknown> {
  const { assistantId: _, version: _version, parentVersion: _parent, createdBy: _by, ...rest } = version;
  return configOf(rest);
}
