import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { useShownError } from "../../app/use-shown-error.ts";
import { InvitationRow } from "./InvitationRow.tsx";
import classes from "./members.module.css";
import { invitationsQuery } from "./org-queries.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** Invitations that nobody has accepted yet. */
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
        <table className={classes.table} aria-label={t("members.invitations")}>
          <thead>
            <tr>
              <th scope="col">{t("members.email")}</th>
              <th scope="col" className={classes.invitedAs}>
                {t("members.role")}
              </th>
              <th scope="col" className={classes.time}>
                {t("members.sent")}
              </th>
              <th scope="col" className={classes.time}>
                {t("members.expires")}
              </th>
              {isAdmin && (
                <th scope="col" className={classes.rowActions}>
                  <span className="visually-hidden">{t("members.actions")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {data.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                orgId={orgId}
                isAdmin={isAdmin}
                nowMs={Math.max(openedMs, dataUpdatedAt)}
              />
            ))}
          </tbody>
        </table>
      )}
    </SettingsSection>
  );
}
