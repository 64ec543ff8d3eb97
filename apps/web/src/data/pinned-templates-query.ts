import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";

/** The pinned templates of tools and assistants. */
export function pinnedTemplatesQuery(client: Client) {
  return queryOptions({
    queryKey: ["pinned-templates"],
    queryFn: ({ signal }) => client.templates.listPinned({ signal }),
    // They are part of the server.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
