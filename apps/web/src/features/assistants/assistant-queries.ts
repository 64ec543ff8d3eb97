import type { Client } from "@callwright/client";
import type { Assistant } from "@callwright/contract";
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
};

/** What follows from the latest calls is under this key, and is read again when one of them changes. */
export const latestCallsKey = [...resourceKeys.lists("calls"), "latest"] as const;

export function assistantQuery(client: Client, id: string) {
  return queryOptions({ queryKey: assistantKeys.one(id), queryFn: ({ signal }) => client.assistants.get({ id, signal }) });
}

/** Caches an assistant and refetches the list. */
export function rememberAssistant(queryClient: QueryClient, assistant: Assistant): void {
  queryClient.setQueryData(assistantKeys.one(assistant.id), assistant);
  void queryClient.invalidateQueries({ queryKey: resourceKeys.all("assistants") });
}
