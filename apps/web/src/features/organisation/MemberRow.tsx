import { type OrgMember, ROLES, type Role } from "@callwright/contract";
import { Button, NativeSelect, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Pill } from "../../app/Pill.tsx";
import { useClient, useServices } from "../../app/services.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { memberName } from "./member-name.ts";
import classes from "./members.module.css";
import { orgKeys } from "./org-queries.ts";

interface MemberRowProps {
  member: OrgMember;
  orgId: string;
  isSelf: boolean;
  isAdmin: boolean;
  /** Absent when there is nobody to remove, or no right to. */
  onRemove?: () => void;
}

/** One person. Why a role cannot be changed is said under the name. */
export function MemberRow({ member, orgId, isSelf, isAdmin, onRemove }: MemberRowProps) {
  const { t } = useTranslation();
  const [lowered, setLowered] = useState<Role>();
  const change = useChangeRole(orgId, member, isSelf);
  const name = memberName(member);
  const choose = (value: string) => {
    const role = ROLES.find((each) => each === value);
    if (role === undefined || role === member.role) return;
    if (isSelf) setLowered(role);
    else change.mutate(role);
  };
  return (
    <tr>
      <td>
        {name} {isSelf && <Pill>{t("members.you")}</Pill>}
        {member.fullName && <span className={classes.email}>{member.email}</span>}
        {change.error && (
          <span className={classes.problem} role="alert">
            {change.error.message}
          </span>
        )}
      </td>
      <td className={classes.role}>
        {isAdmin ? (
          <NativeSelect
            aria-label={t("members.roleOf", { name })}
            value={change.isPending ? change.variables : member.role}
            disabled={change.isPending}
            data={ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        ) : (
          t(`members.roles.${member.role}`)
        )}
        {lowered && (
          <ConfirmDialog
            title={t("members.lowerSelfTitle", { role: t(`members.roles.${lowered}`) })}
            confirm={t("members.lowerSelf")}
            onClose={() => setLowered(undefined)}
            onConfirm={async () => {
              await change.mutateAsync(lowered);
              setLowered(undefined);
            }}
          >
            <Text>{t("members.lowerSelfBody")}</Text>
          </ConfirmDialog>
        )}
      </td>
      {onRemove && (
        <td className={classes.remove}>
          {!isSelf && (
            <Button size="compact-sm" aria-label={t("members.removeNamed", { name })} onClick={onRemove}>
              {t("members.remove")}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

function useChangeRole(orgId: string, member: OrgMember, isSelf: boolean) {
  const { t } = useTranslation();
  const client = useClient();
  const { session } = useServices();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => client.updateUserRole({ id: orgId, body: { userId: member.id, role } }),
    onSuccess: async (_, role) => {
      notifications.show({
        message: t("members.roleChanged", { name: memberName(member), role: t(`members.roles.${role}`) }),
      });
      if (isSelf) await session.reloadOrgs();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: orgKeys.members(orgId) }),
  });
}
