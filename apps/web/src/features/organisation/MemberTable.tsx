import type { OrgMember } from "@callwright/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SignedIn } from "../../app/session.ts";
import { MemberRow } from "./MemberRow.tsx";
import classes from "./members.module.css";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

interface MemberTableProps {
  session: SignedIn;
  members: readonly OrgMember[];
  isAdmin: boolean;
}

/** Everybody who belongs to the organisation. */
export function MemberTable({ session, members, isAdmin }: MemberTableProps) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<OrgMember>();
  // Oneself is not removed: one leaves.
  const hasRemovable = isAdmin && members.length > 1;
  return (
    <SettingsSection title={t("members.count", { count: members.length })}>
      <table className={classes.table} aria-label={t("members.title")}>
        <thead>
          <tr>
            <th scope="col">{t("members.name")}</th>
            <th scope="col" className={classes.role}>
              {t("members.role")}
            </th>
            {hasRemovable && (
              <th scope="col" className={classes.remove}>
                <span className="visually-hidden">{t("members.actions")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              orgId={session.org.id}
              isSelf={member.id === session.user.id}
              isAdmin={isAdmin}
              {...(hasRemovable ? { onRemove: () => setRemoved(member) } : {})}
            />
          ))}
        </tbody>
      </table>
      {removed && <RemoveMemberDialog orgId={session.org.id} member={removed} onClose={() => setRemoved(undefined)} />}
    </SettingsSection>
  );
}
