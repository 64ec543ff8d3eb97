import { ApiError } from "@callwright/client";
import type { Draft } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { showUndo } from "../../kit/show-undo.tsx";
import { draftQuery, rememberDraft, type VersionedKind, versionCalls } from "./versioned-kind.ts";

interface Discard<Config extends object> {
  /** The revision on the screen. A draft that another tab has changed since is kept. */
  revision: number | undefined;
  /** The draft was discarded; `live` is the published version. */
  onDiscarded(live: Draft<Config>): void;
  onUndo(live: Draft<Config>): void;
}

/** Discards the draft and offers to undo. */
export function useDiscardDraft<Config extends object>(kind: VersionedKind, id: string) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return async ({ revision, onDiscarded, onUndo }: Discard<Config>) => {
    let live: Draft<Config>;
    try {
      live = await versionCalls<Config>(client, kind.path).discardDraft({
        id,
        query: revision === undefined ? {} : { revision },
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const hasMoved = error instanceof ApiError && error.code === "draft-moved";
      notifications.show({ color: "red", message: hasMoved ? t("editor.discardMoved") : t("editor.discardFailed", { reason }) });
      await queryClient.invalidateQueries(draftQuery<Config>(client, kind.path, id));
      return;
    }
    rememberDraft(queryClient, kind.path, id, live);
    onDiscarded(live);
    showUndo({ message: t("editor.discarded"), label: t("app.undo"), onUndo: () => onUndo(live) });
  };
}
