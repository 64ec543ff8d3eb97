import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";

export const orgKeys = {
  one: (id: string) => ["organisation", id] as const,
  members: (id: string) => ["organisation", id, "members"] as const,
  invitations: (id: string) => ["organisation", id, "invitations"] as const,
};

export function orgQuery(client: Client, id: string) {
  return queryOptions({ queryKey: orgKeys.one(id), queryFn: ({ signal }) => client.getOrg({ id, signal }) });
}

export function membersQuery(client: Client, id: string) {
  return queryOptions({ queryKey: orgKeys.members(id), queryFn: ({ signal }) => client.listOrgUsers({ id, signal }) });
}

export function invitationsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: orgKeys.invitations(id),
    queryFn: async ({ signal }) => (await client.listInvitations({ id, signal })).invitations,
  });
}
