import { type OrgMember, ROLES } from "@callwright/contract";
import { Alert, Button, NativeSelect } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Pill } from "../../app/Pill.tsx";
import { useClient, useServices } from "../../app/services.tsx";
import type { SignedIn } from "../../app/session.ts";
import { useShownError } from "../../app/use-shown-error.ts";
import { DeleteDialog } from "../../resource/list/DeleteDialog.tsx";
import { membersQuery, orgKeys } from "./org-queries.ts";
import classes from "./organisation.module.css";
import { useOrgChange } from "./use-org-change.ts";

/** Who belongs to the organisation, and what they may do. */
export function Members({ session: { org, user }, isAdmin }: { session: SignedIn; isAdmin: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const { session } = useServices();
  const members = useQuery(membersQuery(client, org.id));
  const failure = useShownError(members.error);
  const [removed, setRemoved] = useState<OrgMember>();
  const change = useOrgChange(orgKeys.members(org.id));
  const nameOf = ({ fullName, email }: OrgMember) => fullName || email;
  const setRole = (member: OrgMember, role: string) => {
    const next = ROLES.find((each) => each === role) ?? member.role;
    return change(async () => {
      await client.updateUserRole({ id: org.id, body: { userId: member.id, role: next } });
      if (member.id === user.id) await session.reloadOrgs();
      notifications.show({
        message: t("organisation.roleChanged", { name: nameOf(member), role: t(`organisation.roles.${next}`) }),
      });
    });
  };
  return (
    <section aria-label={t("organisation.members")}>
      <h2 className={classes.title}>{t("organisation.members")}</h2>
      {failure && (
        <Alert color="red" variant="outline" role="alert">
          {t("organisation.loadFailed", { reason: failure.message })}
        </Alert>
      )}
      {members.data && (
        <table className={classes.table} aria-label={t("organisation.members")}>
          <thead>
            <tr>
              <th scope="col">{t("organisation.name")}</th>
              <th scope="col">{t("organisation.role")}</th>
              <th scope="col">
                <span className="visually-hidden">{t("organisation.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {members.data.map((member) => (
              <tr key={member.id}>
                <td>
                  {nameOf(member)} {member.id === user.id && <Pill>{t("organisation.you")}</Pill>}
                  {member.fullName && <span className={classes.email}>{member.email}</span>}
                </td>
                <td className={classes.role}>
                  {isAdmin ? (
                    <NativeSelect
                      aria-label={t("organisation.roleOf", { name: nameOf(member) })}
                      value={member.role}
                      data={ROLES.map((role) => ({ value: role, label: t(`organisation.roles.${role}`) }))}
                      onChange={(event) => void setRole(member, event.currentTarget.value)}
                    />
                  ) : (
                    t(`organisation.roles.${member.role}`)
                  )}
                </td>
                <td className={classes.actions}>
                  {isAdmin && member.id !== user.id && (
                    <Button
                      size="compact-sm"
                      aria-label={t("organisation.removeNamed", { name: nameOf(member) })}
                      onClick={() => setRemoved(member)}
                    >
                      {t("organisation.remove")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {removed && (
        <DeleteDialog
          title={t("organisation.removeTitle", { name: nameOf(removed) })}
          body={t("organisation.removeBody")}
          confirm={t("organisation.remove")}
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            await change(async () => {
              await client.removeOrgMember({ id: org.id, memberId: removed.id });
              notifications.show({ message: t("organisation.removed", { name: nameOf(removed) }) });
            });
            setRemoved(undefined);
          }}
        />
      )}
    </section>
  );
}
