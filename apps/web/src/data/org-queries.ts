import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";
import type { Session } from "./session.ts";

export const orgKeys = {
  all: ["organization"] as const,
  one: (id: string) => ["organization", id] as const,
  members: (id: string) => ["organization", id, "members"] as const,
  invitations: (id: string) => ["organization", id, "invitations"] as const,
  /** Of a user, independent of the current organization. */
  deleted: (userId: string) => ["deleted-organizations", userId] as const,
  loss: (id: string) => ["organization", id, "loss"] as const,
};

export function orgQuery(client: Client, id: string) {
  return queryOptions({ queryKey: orgKeys.one(id), queryFn: ({ signal }) => client.orgs.get({ id, signal }) });
}

export function membersQuery(client: Client, id: string) {
  return queryOptions({ queryKey: orgKeys.members(id), queryFn: ({ signal }) => client.orgs.listUsers({ id, signal }) });
}

export function invitationsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: orgKeys.invitations(id),
    queryFn: async ({ signal }) => (await client.invitations.list({ id, signal })).invitations,
  });
}

export function deletedOrgsQuery(session: Pick<Session, "listDeletedOrgs">, userId: string) {
  return queryOptions({ queryKey: orgKeys.deleted(userId), queryFn: ({ signal }) => session.listDeletedOrgs(signal) });
}

/** Counts of the most important things that deleting the organization deletes. Zeros and unknown counts are left out. */
export function lossQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: orgKeys.loss(id),
    queryFn: async ({ signal }) => {
      const query = { limit: 1 };
      const [assistants, calls, numbers, members] = await Promise.allSettled([
        client.assistants.listPages({ query, signal }).then(({ metadata }) => metadata.totalItems),
        client.calls.listPage({ query, signal }).then(({ metadata }) => metadata.totalItems),
        client.phoneNumbers.listPage({ query, signal }).then(({ metadata }) => metadata.totalItems),
        client.orgs.listUsers({ id, signal }).then(({ length }) => length),
      ]);
      const counts = { assistants, calls, numbers, members } as const;
      return Object.entries(counts).flatMap(([what, result]) =>
        result.status === "fulfilled" && result.value > 0 ? [{ what: what as keyof typeof counts, count: result.value }] : [],
      );
    },
  });
}
