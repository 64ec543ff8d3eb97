import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";

/** What the server is and can do right now. */
export function serverStatusQuery(client: Client) {
  return queryOptions({ queryKey: ["server-status"], queryFn: ({ signal }) => client.getServerStatus({ signal }) });
}
