import type { Client } from "@callwright/client";
import type { Assistant, AssistantDraft } from "@callwright/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { resourceKeys } from "../../resource/resource-queries.ts";

/** The assistants as a resource. Their page is not generated. */
export const ASSISTANTS = {
  path: "assistants",
  name: "Assistant",
  texts: "assistants",
  routes: { list: "listAssistantPages" },
} as const;

export const assistantKeys = {
  anyOne: ["assistants", "one"] as const,
  one: (id: string) => ["assistants", "one", id] as const,
  anyDraft: ["assistants", "draft"] as const,
  draft: (id: string) => ["assistants", "draft", id] as const,
  anyOthersDrafts: ["assistants", "others-drafts"] as const,
  othersDrafts: (id: string) => ["assistants", "others-drafts", id] as const,
  anyVersions: ["assistants", "versions"] as const,
  versions: (id: string) => ["assistants", "versions", id] as const,
};

/** What follows from the latest calls is under this key, and is read again when one of them changes. */
export const latestCallsKey = [...resourceKeys.lists("calls"), "latest"] as const;

export function assistantQuery(client: Client, id: string) {
  return queryOptions({ queryKey: assistantKeys.one(id), queryFn: ({ signal }) => client.assistants.get({ id, signal }) });
}

/**
 * The user's draft. The route's loader fetches it at every visit, and the editor does not fetch it again when it is shown, however late
 * its code arrives. From then on, change notices refetch it.
 */
export function assistantDraftQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: assistantKeys.draft(id),
    queryFn: ({ signal }) => client.assistants.getDraft({ id, signal }),
    staleTime: 0,
    refetchOnMount: false,
  });
}

/** Other users' drafts. */
export function otherDraftsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: assistantKeys.othersDrafts(id),
    queryFn: ({ signal }) => client.assistants.listOtherDrafts({ id, signal }),
  });
}

/** Caches the answer to a write of the draft, unless a later one is known. */
export function rememberDraft(queryClient: QueryClient, draft: AssistantDraft): void {
  queryClient.setQueryData<AssistantDraft>(assistantKeys.draft(draft.assistantId), (known) =>
    known && known.revision > draft.revision ? known : draft,
  );
}

/** Caches an assistant and refetches the list. */
export function rememberAssistant(queryClient: QueryClient, assistant: Assistant): void {
  queryClient.setQueryData(assistantKeys.one(assistant.id), assistant);
  void queryClient.invalidateQueries({ queryKey: resourceKeys.all("assistants") });
}
