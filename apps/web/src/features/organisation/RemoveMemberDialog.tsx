import type { OrgMember } from "@callwright/contract";
import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { memberName } from "./member-name.ts";
import { orgKeys } from "./org-queries.ts";

/** Takes somebody out of the organisation. */
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
    <ConfirmDialog title={t("members.removeTitle", { name })} confirm={t("members.remove")} onClose={onClose} onConfirm={remove}>
      <Text>{t("members.removeBody")}</Text>
    </ConfirmDialog>
  );
}
