import { RESTORE_DAYS } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useUndoableDelete } from "../../resource/list/use-undoable-delete.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { assistantKeys } from "./assistant-queries.ts";

/** Deletes assistants and offers to undo. */
export function useDeleteAssistants() {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const queryClient = useQueryClient();
  return useUndoableDelete({
    remove: (id) => client.assistants.delete({ id }),
    restore: dataHost.offers("restoreAssistant") ? (id) => client.assistants.restore({ id }) : undefined,
    refresh: () =>
      Promise.all(
        [assistantKeys.all, resourceKeys.all("assistants")].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
    words: {
      deleted: (gone) => t("assistants.deleted", { count: gone.length, name: gone[0]?.name ?? "" }),
      deleteFailed: (count, reason) => t("assistants.deleteFailed", { count, reason }),
      restored: (back) => t("assistants.restored", { count: back.length, name: back[0]?.name ?? "" }),
      restoreFailed: (reason) => t("assistants.restoreFailed", { reason }),
    },
  });
}

/** Texts of the confirm dialog. */
export function useDeleteWords() {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  return {
    title: (names: readonly string[]) => t("assistants.deleteTitle", { count: names.length, name: names[0] ?? "" }),
    body: dataHost.offers("restoreAssistant")
      ? t("assistants.deleteBody", { days: String(RESTORE_DAYS) })
      : t("resource.cannotUndo"),
  };
}
