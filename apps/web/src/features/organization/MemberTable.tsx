import type { OrgMember } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignedIn } from "../../data/session.ts";
import { memberName } from "../../data/use-member-name.ts";
import { Pill } from "../../kit/Pill.tsx";
import { type Column, DataTable } from "../../kit/table/DataTable.tsx";
import { MemberRole } from "./MemberRole.tsx";
import classes from "./members.module.css";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";
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
