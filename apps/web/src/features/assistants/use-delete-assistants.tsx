import type { Assistant } from "@callwright/contract";
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { assistantKeys } from "./assistant-queries.ts";

/** How long the offer to undo stands. Restoring over the API works for 30 days. */
const UNDO_OFFER_MS = 15_000;
/** Deletes at a time. */
const PARALLEL = 4;

interface Outcome {
  done: Assistant[];
  failed: Error[];
}

/** Deletes assistants and offers to take it back. Each one counts for itself: a failure says how many failed and why. */
export function useDeleteAssistants() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();

  const refresh = () => queryClient.invalidateQueries({ queryKey: assistantKeys.all });

  const restore = async (assistants: readonly Assistant[]) => {
    const { done, failed } = await forEachId(
      assistants.map(({ id }) => id),
      (id) => client.restoreAssistant({ id }),
    );
    await refresh();
    if (done[0]) notifications.show({ message: t("assistants.restored", { count: done.length, name: nameOf(done[0]) }) });
    if (failed[0]) notifications.show({ color: "red", message: t("assistants.restoreFailed", { reason: failed[0].message }) });
  };
  const nameOf = (assistant: Assistant) => assistant.name ?? t("assistants.unnamed");

  return async (ids: readonly string[]): Promise<void> => {
    const { done, failed } = await forEachId(ids, (id) => client.deleteAssistant({ id }));
    if (failed[0]) {
      const message = t("assistants.deleteFailed", { count: failed.length, reason: failed[0].message });
      notifications.show({ color: "red", message });
    }
    if (done[0]) {
      const notification = notifications.show({
        autoClose: UNDO_OFFER_MS,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text span>{t("assistants.deleted", { count: done.length, name: nameOf(done[0]) })}</Text>
            <Button
              size="compact-sm"
              onClick={() => {
                notifications.hide(notification);
                void restore(done);
              }}
            >
              {t("app.undo")}
            </Button>
          </Group>
        ),
      });
    }
    await refresh();
  };
}

async function forEachId(ids: readonly string[], act: (id: string) => Promise<Assistant>): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [] };
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        outcome.done.push(await act(id));
      } catch (error) {
        outcome.failed.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return outcome;
}
