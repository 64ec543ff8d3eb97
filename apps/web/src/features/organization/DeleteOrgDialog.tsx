import { type Org, RESTORE_DAYS } from "@callwright/contract";
import { List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { lossQuery, orgKeys } from "../../data/org-queries.ts";
import { useClient, useServices } from "../../data/services.tsx";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { showUndo } from "../../kit/show-undo.tsx";

/** Deletes the organization after its name has been typed. */
export function DeleteOrgDialog({ org: { id, name }, userId, onClose }: { org: Org; userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const readDeleted = () => queryClient.invalidateQueries({ queryKey: orgKeys.deleted(userId) });
  const loss = useQuery(lossQuery(useClient(), id)).data;
  const restore = async () => {
    try {
      await session.restoreOrg(id);
      await readDeleted();
      notifications.show({ message: t("organization.restored", { name }) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("organization.failed", { reason }) });
    }
  };
  const remove = async () => {
    await session.client.orgs.delete({ id });
    await readDeleted();
    showUndo({ message: t("organization.deleted", { name }), label: t("app.undo"), onUndo: () => void restore() });
    await session.reloadOrgs();
    await navigate({ to: "/" });
  };
  return (
    <ConfirmDialog
      title={t("organization.deleteTitle", { name })}
      body={
        <>
          <Text>{t("organization.deleteBody")}</Text>
          <List size="sm">
            {loss?.map(({ what, count }) => (
              <List.Item key={what}>{t(`organization.loss.${what}`, { count })}</List.Item>
            ))}
            <List.Item>{t("organization.loss.rest")}</List.Item>
          </List>
          <Text>{t("organization.deleteUndo", { days: String(RESTORE_DAYS) })}</Text>
        </>
      }
      confirm={t("organization.delete")}
      typed={name}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}
