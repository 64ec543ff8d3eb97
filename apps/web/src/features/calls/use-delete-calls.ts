import { RESTORE_DAYS } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useUndoableDelete } from "../../resource/list/use-undoable-delete.ts";
import { callKeys } from "./call-queries.ts";

/** Deletes calls and offers to undo. Returns the deleted ids. */
export function useDeleteCalls() {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const queryClient = useQueryClient();
  const deleteThem = useUndoableDelete({
    remove: (id) => client.calls.delete({ id }),
    restore: dataHost.offers("restoreCall") ? (id) => client.calls.restore({ id }) : undefined,
    // The page of a deleted call may be open for another moment: a refetch would show a 404.
    refresh: () => queryClient.invalidateQueries({ queryKey: callKeys.lists }),
    words: {
      deleted: (gone) => t("calls.deleted", { count: gone.length }),
      deleteFailed: (_count, reason) => t("calls.deleteFailed", { reason }),
      restored: (back) => t("calls.restored", { count: back.length }),
      restoreFailed: (reason) => t("calls.restoreFailed", { reason }),
    },
  });
  return (ids: readonly string[]) => deleteThem(ids.map((id) => ({ id, name: "" })));
}

/** Texts of the confirm dialog. */
export function useDeleteWords(count: number) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const canUndo = dataHost.offers("restoreCall");
  return {
    title: t("calls.deleteTitle", { count }),
    body: canUndo ? t("calls.deleteBody", { days: String(RESTORE_DAYS) }) : t("resource.cannotUndo"),
  };
}
