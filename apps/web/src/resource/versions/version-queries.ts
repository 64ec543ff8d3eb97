import { type Client, readFittingPage } from "@callwright/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { configOf } from "./config-diff.ts";
import { type AnyVersion, type VersionedKind, versionCalls, versionKeys } from "./versioned-kind.ts";

const PAGE_SIZE = 50;

/** Published versions, newest first, page by page. */
export function versionListQuery(client: Client, kind: VersionedKind, id: string) {
  return infiniteQueryOptions({
    queryKey: versionKeys.versions(kind.path, id),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { pageState: pageParam };
      const read = (limit: number) => versionCalls(client, kind.path).listVersions({ id, query: { ...query, limit }, signal });
      return (await readFittingPage(PAGE_SIZE, read)).page;
    },
    getNextPageParam: ({ nextPageState }) => nextPageState,
    select: ({ pages }) => pages.flatMap(({ results }) => results),
  });
}

/** The user who published the live version; null for an API token, and if it is not the newest version any more. */
export function versionAuthorQuery(client: Client, kind: VersionedKind, id: string, version: string) {
  return queryOptions({
    queryKey: [kind.path, "version-author", id, version] as const,
    queryFn: async ({ signal }) => {
      const { results } = await versionCalls(client, kind.path).listVersions({ id, query: { limit: 1 }, signal });
      return results.find((each) => each.version === version)?.createdBy ?? null;
    },
    // Versions never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const VERSION_FIELDS: ReadonlySet<string> = new Set([
  "assistantId",
  "squadId",
  "workflowId",
  "version",
  "parentVersion",
  "createdBy",
  "status",
  "gateRuns",
  "gateFailure",
]);

/** The configuration of a version, without the version's own fields. */
export function versionConfig(version: AnyVersion): Record<string, unknown> {
  return Object.fromEntries(Object.entries(configOf(version)).filter(([name]) => !VERSION_FIELDS.has(name)));
}
