import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";

export function invitationQuery(client: Client, id: string) {
  return queryOptions({ queryKey: ["invitation", id], queryFn: ({ signal }) => client.invitations.get({ id, signal }) });
}
