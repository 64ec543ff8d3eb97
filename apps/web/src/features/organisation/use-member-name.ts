import { useQuery } from "@tanstack/react-query";
import { useClient, useSession } from "../../app/services.tsx";
import { memberName } from "./member-name.ts";
import { membersQuery } from "./org-queries.ts";

/** What a person of the organisation is called; undefined for nobody, for somebody who has left, and until that is known. */
export function useMemberName(userId: string | null | undefined): string | undefined {
  const client = useClient();
  const session = useSession();
  const orgId = session.kind === "signed-in" ? session.org.id : "";
  const { data: members } = useQuery({
    ...membersQuery(client, orgId),
    enabled: orgId !== "" && typeof userId === "string",
  });
  const member = members?.find(({ id }) => id === userId);
  return member && memberName(member);
}
