import { ApiError } from "@callwright/client";
import { UNPUBLISHED_VERSION } from "@callwright/contract";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { Failure, Warning } from "../../kit/Failure.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { ChangeList } from "./ChangeList.tsx";
import classes from "./change-list.module.css";
import type { ConfigChange } from "./config-diff.ts";
import type { AnyDraft } from "./use-draft.ts";
import { draftQuery, type Published, type VersionedKind, versionCalls } from "./versioned-kind.ts";

interface PublishDialogProps {
  kind: VersionedKind;
  published: Published;
  /** The name in the title. */
  name: string;
  draft: AnyDraft;
  changes: readonly ConfigChange[];
  onClose: () => void;
  /** What must be clear before it is published. */
  children?: ReactNode;
  isBlocked?: boolean;
  /** Further fields of the request. */
  body?: object;
  action?: string;
  /** The server refused it. */
  onRefused?: () => Promise<void>;
}

/** Shows the changes since the published version, and publishes. */
export function PublishDialog(props: PublishDialogProps) {
  const { kind, published, name, draft, changes, onClose, children, isBlocked = false, action } = props;
  const { t } = useTranslation();
  useReturnedFocus();
  const labelOf = kind.useLabel();
  const publish = usePublish(props);
  const isFirst = published.latestVersion === UNPUBLISHED_VERSION;
  const refusal = publish.error instanceof ApiError ? publish.error.code : undefined;
  const isConflict = refusal === "draft-conflict";
  const hasMoved = refusal === "draft-moved";
  return (
    <Modal opened size="xl" onClose={onClose} title={t("editor.publishTitle", { name })}>
      <Stack>
        <Text c="dimmed">{isFirst ? t("editor.publishFirstBody") : t("editor.publishBody")}</Text>
        <div role="alert">
          <Warning>{isConflict && t("editor.publishConflict", { current: published.latestVersion ?? "" })}</Warning>
          <Warning>{hasMoved && t("editor.publishMoved")}</Warning>
          <Failure>
            {publish.error && !isConflict && !hasMoved && t("editor.publishFailed", { reason: publish.error.message })}
          </Failure>
        </div>
        {!isFirst && <ChangeList changes={changes} labelOf={(path) => labelOf(path, draft.state.config)} />}
        {children}
        <Group justify="flex-end" className={classes.actions ?? ""}>
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button
            variant="filled"
            color={isConflict ? "red" : "teal"}
            loading={publish.isPending}
            disabled={(!isFirst && changes.length === 0) || isBlocked}
            onClick={() => publish.mutate({ force: isConflict })}
            data-autofocus
          >
            {isConflict ? t("editor.publishAnyway") : (action ?? t("editor.publishConfirm"))}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function usePublish({ kind, published: { id }, draft, body, onClose, onRefused }: PublishDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries(draftQuery(client, kind.path, id));
  return useMutation({
    mutationFn: async ({ force }: { force: boolean }) => {
      const isSaved = await draft.store.flush();
      const state = draft.store.state();
      if (state.phase === "failed") throw state.error;
      if (!isSaved) throw new Error(t("editor.publishUnsaved"));
      // Publishes only if no other tab has changed the draft since this list of changes was shown.
      return versionCalls(client, kind.path).publishDraft({ id, body: { force, revision: state.seen.revision, ...body } });
    },
    onSuccess: async (published) => {
      draft.heed(published);
      await reload();
      kind.remember(queryClient, published);
      onClose();
      notifications.show({ message: t("editor.published", { version: published.latestVersion ?? "" }) });
    },
    // After a conflict, compare with the newest published version and the newest draft.
    onError: async () => {
      await Promise.all([reload(), kind.reload(queryClient, id), onRefused?.()]);
    },
  });
}
