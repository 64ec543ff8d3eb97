import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invitationsQuery } from "../../data/org-queries.ts";
import { useClient } from "../../data/services.tsx";
import { useShownError } from "../../data/use-shown-error.ts";
import { InvitationTable } from "./InvitationTable.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

/** Pending invitations. */
export function Invitations({ orgId, isAdmin }: { orgId: string; isAdmin: boolean }) {
  const { t } = useTranslation();
  const { data, error, dataUpdatedAt } = useQuery(invitationsQuery(useClient(), orgId));
  const [openedMs] = useState(Date.now);
  const failure = useShownError(error);
  if (!data && !failure) return null;
  return (
    <SettingsSection title={t("members.invitations")}>
      {failure && (
        <Text c="red" role="alert">
          {t("members.invitationsFailed", { reason: failure.message })}
        </Text>
      )}
      {data?.length === 0 && <Text c="dimmed">{t("members.noInvitations")}</Text>}
      {data && data.length > 0 && (
        <InvitationTable orgId={orgId} invitations={data} isAdmin={isAdmin} nowMs={Math.max(openedMs, dataUpdatedAt)} />
      )}
    </SettingsSection>
  );
}
