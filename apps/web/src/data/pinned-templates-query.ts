import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";

/** The pinned templates of tools and assistants. */
export function pinnedTemplatesQuery(client: Client) {
  return queryOptions({
    queryKey: ["pinned-templates"],
    queryFn: ({ signal }) => client.templates.listPinned({ signal }),
    // The templates are part of the server's release.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
