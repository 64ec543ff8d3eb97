import { Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { useFormat } from "../../app/use-format.ts";
import { invitationsQuery, orgKeys } from "./org-queries.ts";
import classes from "./organisation.module.css";
import { useOrgChange } from "./use-org-change.ts";

/** Invitations that nobody has accepted yet. */
export function Invitations({ orgId, isAdmin }: { orgId: string; isAdmin: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useClient();
  const invitations = useQuery(invitationsQuery(client, orgId)).data;
  const change = useOrgChange(orgKeys.invitations(orgId));
  const withdraw = (invitationId: string, email: string) =>
    change(async () => {
      await client.withdrawInvitation({ id: orgId, invitationId });
      notifications.show({ message: t("organisation.withdrawn", { email }) });
    });
  if (!invitations) return null;
  return (
    <section aria-label={t("organisation.invitations")}>
      <h2 className={classes.title}>{t("organisation.invitations")}</h2>
      {invitations.length === 0 ? (
        <Text c="dimmed">{t("organisation.noInvitations")}</Text>
      ) : (
        <table className={classes.table} aria-label={t("organisation.invitations")}>
          <thead>
            <tr>
              <th scope="col">{t("organisation.email")}</th>
              <th scope="col">{t("organisation.role")}</th>
              <th scope="col">{t("organisation.expires")}</th>
              <th scope="col">
                <span className="visually-hidden">{t("organisation.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map(({ id, email, role, expiresAt }) => (
              <tr key={id}>
                <td>{email}</td>
                <td>{t(`organisation.roles.${role}`)}</td>
                <td>{format.dateTime(expiresAt)}</td>
                <td className={classes.actions}>
                  {isAdmin && (
                    <Button
                      size="compact-sm"
                      aria-label={t("organisation.withdrawNamed", { email })}
                      onClick={() => void withdraw(id, email)}
                    >
                      {t("organisation.withdraw")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
