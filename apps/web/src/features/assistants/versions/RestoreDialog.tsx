import type { AssistantVersion, CreateAssistant } from "@callwright/contract";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { Failure } from "../../../kit/Failure.tsx";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { assistantKeys, rememberAssistant } from "../assistant-queries.ts";
import { ChangeList } from "./ChangeList.tsx";
import classes from "./change-list.module.css";
import { configDiff } from "./config-diff.ts";
import { versionConfig } from "./version-queries.ts";

interface RestoreDialogProps {
  live: AssistantVersion;
  version: AssistantVersion;
  onClose: () => void;
}

/** Shows the changes of a restore, and publishes the older version as the next one. */
export function RestoreDialog({ live, version, onClose }: RestoreDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const restore = useRestore(version, onClose);
  const changes = configDiff(versionConfig(live), versionConfig(version));
  return (
    <Modal opened size="xl" onClose={onClose} title={t("versions.restoreTitle", { version: version.version })}>
      <Stack>
        <Text c="dimmed">{t("versions.restoreBody")}</Text>
        <Failure>{restore.error && t("versions.restoreFailed", { reason: restore.error.message })}</Failure>
        {changes.length > 0 ? (
          <ChangeList changes={changes} />
        ) : (
          <Text>{t("versions.restoreSame", { version: version.version })}</Text>
        )}
        <Group justify="flex-end" className={classes.actions ?? ""}>
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button
            variant="filled"
            loading={restore.isPending}
            disabled={changes.length === 0}
            onClick={() => restore.mutate()}
            data-autofocus
          >
            {t("versions.restoreConfirm")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useRestore(version: AssistantVersion, onClose: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { assistantId } = version;
  return useMutation({
    mutationFn: () => client.assistants.replace({ id: assistantId, body: versionConfig(version) as CreateAssistant }),
    onSuccess: async (published) => {
      rememberAssistant(queryClient, published);
      onClose();
      notifications.show({
        message: t("versions.restored", { version: published.latestVersion, restored: version.version }),
      });
      await Promise.all(
        [assistantKeys.versions(assistantId), assistantKeys.draft(assistantId)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
