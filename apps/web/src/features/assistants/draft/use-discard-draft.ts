import type { AssistantDraft } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { showUndo } from "../../../kit/show-undo.tsx";
import { assistantKeys } from "../assistant-queries.ts";

interface Discard {
  /** The draft was discarded; `live` is the published version. */
  onDiscarded(live: AssistantDraft): void;
  onUndo(): void;
}

/** Discards the draft and offers to undo. */
export function useDiscardDraft(assistantId: string) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return async ({ onDiscarded, onUndo }: Discard) => {
    try {
      const live = await client.discardAssistantDraft({ id: assistantId });
      queryClient.setQueryData(assistantKeys.draft(assistantId), live);
      onDiscarded(live);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("editor.discardFailed", { reason }) });
      return;
    }
    showUndo({ message: t("editor.discarded"), label: t("app.undo"), onUndo });
  };
}
