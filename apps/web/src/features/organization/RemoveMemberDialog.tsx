import type { OrgMember } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { orgKeys } from "../../data/org-queries.ts";
import { useClient } from "../../data/services.tsx";
import { memberName } from "../../data/use-member-name.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";

/** Removes a member from the organization. */
export function RemoveMemberDialog({ orgId, member, onClose }: { orgId: string; member: OrgMember; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const name = memberName(member);
  const remove = async () => {
    await client.removeOrgMember({ id: orgId, memberId: member.id });
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
