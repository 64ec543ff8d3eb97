import { ApiError } from "@callwright/client";
import type { AssistantDraft } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { showUndo } from "../../../kit/show-undo.tsx";
import { assistantDraftQuery, rememberDraft } from "../assistant-queries.ts";

interface Discard {
  /** The revision on the screen. A draft that another tab has changed since is kept. */
  revision: number | undefined;
  /** The draft was discarded; `live` is the published version. */
  onDiscarded(live: AssistantDraft): void;
  onUndo(live: AssistantDraft): void;
}

/** Discards the draft and offers to undo. */
export function useDiscardDraft(assistantId: string) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return async ({ revision, onDiscarded, onUndo }: Discard) => {
    let live: AssistantDraft;
    try {
      live = await client.assistants.discardDraft({ id: assistantId, query: revision === undefined ? {} : { revision } });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const hasMoved = error instanceof ApiError && error.code === "draft-moved";
      notifications.show({ color: "red", message: hasMoved ? t("editor.discardMoved") : t("editor.discardFailed", { reason }) });
      await queryClient.invalidateQueries(assistantDraftQuery(client, assistantId));
      return;
    }
    rememberDraft(queryClient, live);
    onDiscarded(live);
    showUndo({ message: t("editor.discarded"), label: t("app.undo"), onUndo: () => onUndo(live) });
  };
}
