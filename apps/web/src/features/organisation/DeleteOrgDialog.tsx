import { type Org, RESTORE_DAYS } from "@callwright/contract";
import { List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../app/services.tsx";
import { showUndo } from "../../resource/list/show-undo.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { lossQuery, orgKeys } from "./org-queries.ts";

/** Deletes the organisation, once its name was typed by somebody who has read what goes with it. */
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
      notifications.show({ message: t("organisation.restored", { name }) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("organisation.failed", { reason }) });
    }
  };
  const remove = async () => {
    await session.client.deleteOrg({ id });
    await readDeleted();
    showUndo({ message: t("organisation.deleted", { name }), label: t("app.undo"), onUndo: () => void restore() });
    await session.reloadOrgs();
    await navigate({ to: "/assistants" });
  };
  return (
    <ConfirmDialog
      title={t("organisation.deleteTitle", { name })}
      confirm={t("organisation.delete")}
      typed={name}
      onClose={onClose}
      onConfirm={remove}
    >
      <Text>{t("organisation.deleteBody")}</Text>
      <List size="sm">
        {loss?.map(({ what, count }) => (
          <List.Item key={what}>{t(`organisation.loss.${what}`, { count })}</List.Item>
        ))}
        <List.Item>{t("organisation.loss.rest")}</List.Item>
      </List>
      <Text>{t("organisation.deleteUndo", { days: String(RESTORE_DAYS) })}</Text>
    </ConfirmDialog>
  );
}
