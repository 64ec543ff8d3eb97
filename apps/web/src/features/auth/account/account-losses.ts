import type { Client } from "@callwright/client";
import type { Org } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Session, SignedIn } from "../../../data/session.ts";

/** What happens to an organization when the account is deleted. */
export type OrgLoss =
  /** The account is the only member: the organization is deleted, too. */
  | { kind: "org"; org: Org; apiTokens: number }
  /** The organization is kept. */
  | { kind: "membership"; org: Org }
  /** Other members exist, but no other admin: the account cannot be deleted until there is one. */
  | { kind: "blocked"; org: Org };

/** Not cached: this list must not be out of date. */
export function lossesQuery(session: Pick<Session, "clientOf">, { user, orgs }: SignedIn) {
  return queryOptions({
    queryKey: ["account", "losses"],
    gcTime: 0,
    queryFn: () => Promise.all(orgs.map((org) => lossOf(session.clientOf(org.id), org, user.id))),
  });
}

async function lossOf(client: Client, org: Org, userId: string): Promise<OrgLoss> {
  const members = await client.listOrgUsers({ id: org.id });
  const others = members.filter(({ id }) => id !== userId);
  if (others.length === 0) return { kind: "org", org, apiTokens: (await client.listTokens()).length };
  const isLastAdmin = org.role === "admin" && !others.some(({ role }) => role === "admin");
  return { kind: isLastAdmin ? "blocked" : "membership", org };
}
