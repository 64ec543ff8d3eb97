import { type OrgMember, ROLES, type Role } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { orgKeys } from "../../data/org-queries.ts";
import { useClient, useServices } from "../../data/services.tsx";
import { memberName } from "../../data/use-member-name.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import classes from "./members.module.css";

interface MemberRoleProps {
  member: OrgMember;
  orgId: string;
  isSelf: boolean;
}

/** Changes a member's role. A failure is shown below. */
export function MemberRole({ member, orgId, isSelf }: MemberRoleProps) {
  const { t } = useTranslation();
  const [lowered, setLowered] = useState<Role>();
  const change = useChangeRole(orgId, member, isSelf);
  const choose = (value: string) => {
    const role = ROLES.find((each) => each === value);
    if (role === undefined || role === member.role) return;
    if (isSelf) setLowered(role);
    else change.mutate(role);
  };
  return (
    <>
      <NativeSelect
        aria-label={t("members.roleOf", { name: memberName(member) })}
        value={change.isPending ? change.variables : member.role}
        disabled={change.isPending}
        data={ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {change.error && (
        <span className={classes.problem} role="alert">
          {change.error.message}
        </span>
      )}
      {lowered && (
        <ConfirmDialog
          title={t("members.lowerSelfTitle", { role: t(`members.roles.${lowered}`) })}
          body={t("members.lowerSelfBody")}
          confirm={t("members.lowerSelf")}
          onClose={() => setLowered(undefined)}
          onConfirm={async () => {
            await change.mutateAsync(lowered);
            setLowered(undefined);
          }}
        />
      )}
    </>
  );
}

function useChangeRole(orgId: string, member: OrgMember, isSelf: boolean) {
  const { t } = useTranslation();
  const client = useClient();
  const { session } = useServices();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => client.orgs.updateUserRole({ id: orgId, body: { userId: member.id, role } }),
    onSuccess: async (_, role) => {
      notifications.show({
        message: t("members.roleChanged", { name: memberName(member), role: t(`members.roles.${role}`) }),
      });
      if (isSelf) await session.reloadOrgs();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: orgKeys.members(orgId) }),
  });
}
