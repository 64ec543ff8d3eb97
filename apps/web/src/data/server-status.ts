import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";
import type { DataHost } from "./data-host.ts";

/** The server's status and capabilities. */
export function serverStatusQuery(client: Client) {
  return queryOptions({ queryKey: ["server-status"], queryFn: ({ signal }) => client.server.getStatus({ signal }) });
}

/** The status of the other Callwright server at `url`. */
export function hostStatusQuery(dataHost: Pick<DataHost, "hostStatus">, url: string) {
  return queryOptions({ queryKey: ["server-status", url], queryFn: ({ signal }) => dataHost.hostStatus(signal) });
}
