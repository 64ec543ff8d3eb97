import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { ChangeList } from "./ChangeList.tsx";
import classes from "./change-list.module.css";
import { configDiff } from "./config-diff.ts";
import { versionConfig } from "./version-queries.ts";
import { type AnyVersion, type VersionedKind, versionKeys } from "./versioned-kind.ts";

interface RestoreDialogProps {
  kind: VersionedKind;
  id: string;
  live: AnyVersion;
  version: AnyVersion;
  onClose: () => void;
}

/** Shows the changes of a restore, and publishes the older version as the next one. */
export function RestoreDialog({ kind, id, live, version, onClose }: RestoreDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const labelOf = kind.useLabel();
  const [before, config] = [versionConfig(live), versionConfig(version)];
  const restore = useRestore({ kind, id, before, version, onClose });
  const changes = configDiff(before, config);
  return (
    <Modal opened size="xl" onClose={onClose} title={t("versions.restoreTitle", { version: version.version })}>
      <Stack>
        <Text c="dimmed">{t("versions.restoreBody")}</Text>
        <Failure>{restore.error && t("versions.restoreFailed", { reason: restore.error.message })}</Failure>
        {changes.length > 0 ? (
          <ChangeList changes={changes} labelOf={(path) => labelOf(path, config)} />
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

interface Restore {
  kind: VersionedKind;
  id: string;
  before: object;
  version: AnyVersion;
  onClose: () => void;
}

function useRestore({ kind, id, before, version, onClose }: Restore) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => kind.replace(client, id, versionConfig(version), before),
    onSuccess: async (published) => {
      kind.remember(queryClient, published);
      onClose();
      notifications.show({
        message: t("versions.restored", { version: published.latestVersion ?? "", restored: version.version }),
      });
      await Promise.all(
        [versionKeys.versions(kind.path, id), versionKeys.draft(kind.path, id)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
