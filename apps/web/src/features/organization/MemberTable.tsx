import type { OrgMember } from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { orgKeys } from "../../data/org-queries.ts";
import { useClient } from "../../data/services.tsx";
import type { SignedIn } from "../../data/session.ts";
import { memberName } from "../../data/use-member-name.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import { MemberRole } from "./MemberRole.tsx";
import classes from "./members.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

interface MemberTableProps {
  session: SignedIn;
  members: readonly OrgMember[];
  isAdmin: boolean;
}

export function MemberTable({ session, members, isAdmin }: MemberTableProps) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<OrgMember>();
  const isSelf = ({ id }: OrgMember) => id === session.user.id;
  const remove: Column<OrgMember> = {
    id: "remove",
    label: t("members.actions"),
    isLabelHidden: true,
    className: classes.remove,
    cell: (member) =>
      !isSelf(member) && (
        <Button
          size="compact-sm"
          aria-label={t("members.removeNamed", { name: memberName(member) })}
          onClick={() => setRemoved(member)}
        >
          {t("members.remove")}
        </Button>
      ),
  };
  return (
    <SettingsSection title={t("members.count", { count: members.length })}>
      <DataTable
        kind="plain"
        label={t("members.title")}
        rows={members}
        className={classes.table}
        columns={[
          {
            id: "name",
            label: t("members.name"),
            cell: (member) => (
              <>
                {memberName(member)} {isSelf(member) && <Pill>{t("members.you")}</Pill>}
                {member.fullName && <span className={classes.email}>{member.email}</span>}
              </>
            ),
          },
          {
            id: "role",
            label: t("members.role"),
            className: classes.role,
            cell: (member) =>
              isAdmin ? (
                <MemberRole member={member} orgId={session.org.id} isSelf={isSelf(member)} />
              ) : (
                t(`members.roles.${member.role}`)
              ),
          },
          // Members leave by themselves, so an organization of one has nobody to remove.
          ...(isAdmin && members.length > 1 ? [remove] : []),
        ]}
      />
      {removed && <RemoveMemberDialog orgId={session.org.id} member={removed} onClose={() => setRemoved(undefined)} />}
    </SettingsSection>
  );
}

/** Removes a member from the organization. */
function RemoveMemberDialog({ orgId, member, onClose }: { orgId: string; member: OrgMember; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const name = memberName(member);
  const remove = async () => {
    await client.orgs.removeMember({ id: orgId, memberId: member.id });
    notifications.show({ message: t("members.removed", { name }) });
    onClose();
    await queryClient.invalidateQueries({ queryKey: orgKeys.members(orgId) });
  };
  return (
    <ConfirmDialog
      title={t("members.removeTitle", { name })}
      confirm={t("members.remove")}
      onClose={onClose}
      onConfirm={remove}
      body={t("members.removeBody")}
    />
  );
}
