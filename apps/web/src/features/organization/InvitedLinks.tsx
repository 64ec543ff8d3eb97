import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { invitationsQuery } from "../../data/org-queries.ts";
import { useClient } from "../../data/services.tsx";
import { CopyInvitationLink } from "./CopyInvitationLink.tsx";
import classes from "./members.module.css";

/** The list of invitations has the others. */
const MAX_SHOWN = 5;

/** The links of the new invitations. */
export function InvitedLinks({ orgId, emails }: { orgId: string; emails: readonly string[] }) {
  const { t } = useTranslation();
  const { data } = useQuery(invitationsQuery(useClient(), orgId));
  const invited = data?.filter(({ email }) => emails.includes(email)) ?? [];
  if (invited.length === 0) return null;
  return (
    <div role="status">
      <p className={classes.note}>{t("members.shareLinks", { count: invited.length })}</p>
      {invited.slice(0, MAX_SHOWN).map((invitation) => (
        <Group key={invitation.id} gap="xs" mt={6}>
          <Text className={classes.sharedWith ?? ""}>{invitation.email}</Text>
          <CopyInvitationLink invitation={invitation} />
        </Group>
      ))}
      {invited.length > MAX_SHOWN && <p className={classes.note}>{t("members.moreLinks")}</p>}
    </div>
  );
}
