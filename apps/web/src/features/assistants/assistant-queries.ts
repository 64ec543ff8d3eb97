import type { Client } from "@callwright/client";
import { type Assistant, LIST_LIMIT } from "@callwright/contract";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

export const assistantKeys = {
  all: ["assistants"] as const,
  list: ["assistants", "list"] as const,
  anyOne: ["assistants", "one"] as const,
  one: (id: string) => ["assistants", "one", id] as const,
  draft: (id: string) => ["assistants", "draft", id] as const,
  anyOthersDrafts: ["assistants", "others-drafts"] as const,
  othersDrafts: (id: string) => ["assistants", "others-drafts", id] as const,
  anyVersions: ["assistants", "versions"] as const,
  versions: (id: string) => ["assistants", "versions", id] as const,
};

interface ListPage {
  limit: number;
  /** Of the page before. */
  cursor?: string;
}

/** Every assistant, newest first: a small first page for a fast screen, then the largest the platform gives. */
export function assistantListQuery(client: Client) {
  return infiniteQueryOptions({
    queryKey: assistantKeys.list,
    initialPageParam: { limit: LIST_LIMIT.default } as ListPage,
    queryFn: ({ pageParam, signal }) => client.listAssistantPages({ query: pageParam, signal }),
    getNextPageParam: ({ metadata: { nextCursor } }): ListPage | undefined =>
      nextCursor === undefined ? undefined : { limit: LIST_LIMIT.max, cursor: nextCursor },
    select: ({ pages }) => uniqueById(pages.flatMap(({ results }) => results)),
  });
}

/** One that changed its place while the pages were read is in two of them. */
function uniqueById(assistants: readonly Assistant[]): Assistant[] {
  return [...new Map(assistants.map((assistant) => [assistant.id, assistant])).values()];
}

export function assistantQuery(client: Client, id: string) {
  return queryOptions({ queryKey: assistantKeys.one(id), queryFn: ({ signal }) => client.getAssistant({ id, signal }) });
}

/** The caller's draft. Read anew at every visit (another device may have written it), never behind the editor's back. */
export function assistantDraftQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: assistantKeys.draft(id),
    queryFn: ({ signal }) => client.getAssistantDraft({ id, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Who else has a draft. */
export function otherDraftsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: assistantKeys.othersDrafts(id),
    queryFn: ({ signal }) => client.listOtherDrafts({ id, signal }),
  });
}

/** Puts an assistant where the screens read it, and lets the list refresh. */
export function rememberAssistant(queryClient: QueryClient, assistant: Assistant): void {
  queryClient.setQueryData(assistantKeys.one(assistant.id), assistant);
  void queryClient.invalidateQueries({ queryKey: assistantKeys.list });
}
