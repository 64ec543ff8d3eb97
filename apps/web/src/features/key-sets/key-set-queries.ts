import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";

export const keySetKeys = {
  ofAnyone: ["key-sets"] as const,
  all: (orgId: string) => ["key-sets", orgId] as const,
};

export function keySetsQuery(client: Client, orgId: string) {
  return queryOptions({
    queryKey: keySetKeys.all(orgId),
    queryFn: ({ signal }) => client.keySets.list({ id: orgId, signal }),
  });
}
