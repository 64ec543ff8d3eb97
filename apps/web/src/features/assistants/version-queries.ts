import type { Client } from "@callwright/client";
import type { AssistantVersion } from "@callwright/contract";
import { infiniteQueryOptions } from "@tanstack/react-query";
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

/** What a version says of the assistant, without what it says of itself. */
export function versionConfig(version: AssistantVersion): Record<string, unknown> {
  const { assistantId: _, version: _version, parentVersion: _parent, createdBy: _by, ...rest } = version;
  return configOf(rest);
}
