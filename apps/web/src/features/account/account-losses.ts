import type { Client } from "@callwright/client";
import type { Org } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Session, SignedIn } from "../../app/session.ts";

/** What becomes of an organisation of a person whose account is deleted. */
export type OrgLoss =
  /** Nobody else is in it: it goes. */
  | { kind: "org"; org: Org; apiTokens: number }
  /** Others go on. */
  | { kind: "membership"; org: Org }
  /** Others are in it, and nobody of them could change anything: not before one of them is an admin. */
  | { kind: "blocked"; org: Org };

/** Read anew each time it is asked: the one thing that must not be out of date. */
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
