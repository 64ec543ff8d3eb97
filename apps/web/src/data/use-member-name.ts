import type { OrgMember } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "./org-queries.ts";
import { useClient, useSignedIn } from "./services.tsx";

/** The name of a member; undefined for no id, for former members and while loading. */
export function useMemberName(userId: string | null | undefined): string | undefined {
  const client = useClient();
  const { org } = useSignedIn();
  const { data: members } = useQuery({ ...membersQuery(client, org.id), enabled: typeof userId === "string" });
  const member = members?.find(({ id }) => id === userId);
  return member && memberName(member);
}

/** The name of a member in sentences. */
export function memberName({ fullName, email }: OrgMember): string {
  return fullName || email;
}
