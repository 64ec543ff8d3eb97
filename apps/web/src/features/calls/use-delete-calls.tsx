import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { callKeys } from "./call-queries.ts";

/** How long the offer to undo stands. Restoring over the API works for 30 days. */
const UNDO_OFFER_MS = 15_000;

/** Deletes calls and offers to take it back. Each counts for itself: a failure says why, and the others are gone. */
export function useDeleteCalls() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  // The page of a call that is gone may stand for another moment; it would only be told that there is no such call.
  const refresh = () => queryClient.invalidateQueries({ queryKey: callKeys.lists });

  const restore = async (ids: readonly string[]) => {
    const { done, failure } = await forEachCall(ids, (id) => client.restoreCall({ id }));
    await refresh();
    if (done.length > 0) notifications.show({ message: t("calls.restored", { count: done.length }) });
    if (failure) notifications.show({ color: "red", message: t("calls.restoreFailed", { reason: failure.message }) });
  };

  const offerUndo = (ids: readonly string[]) => {
    const notification = notifications.show({
      autoClose: UNDO_OFFER_MS,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text span>{t("calls.deleted", { count: ids.length })}</Text>
          <Button
            size="compact-sm"
            onClick={() => {
              notifications.hide(notification);
              void restore(ids);
            }}
          >
            {t("app.undo")}
          </Button>
        </Group>
      ),
    });
  };

  /** The ids that are gone. */
  return async (ids: readonly string[]): Promise<string[]> => {
    const { done, failure } = await forEachCall(ids, (id) => client.deleteCall({ id }));
    if (failure) notifications.show({ color: "red", message: t("calls.deleteFailed", { reason: failure.message }) });
    if (done.length > 0) offerUndo(done);
    await refresh();
    return done;
  };
}

/** One after another: deleting is rare, and a server that refuses the first is not asked a hundred times at once. */
async function forEachCall(ids: readonly string[], act: (id: string) => Promise<unknown>) {
  const done: string[] = [];
  let failure: Error | undefined;
  for (const id of ids) {
    try {
      await act(id);
      done.push(id);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
  }
  return { done, failure };
}
