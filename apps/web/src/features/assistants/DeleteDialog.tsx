import { RESTORE_DAYS } from "@callwright/contract";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface DeleteDialogProps {
  opened: boolean;
  /** Names of the assistants that would go. */
  names: readonly string[];
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Names what would be lost before it is. */
export function DeleteDialog({ opened, names, onClose, onConfirm }: DeleteDialogProps) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  const confirm = async () => {
    setDeleting(true);
    try {
      await onConfirm();
    } finally {
      setDeleting(false);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t("assistants.deleteTitle", { count: names.length, name: names[0] ?? "" })}>
      <Stack>
        <Text>{t("assistants.deleteBody", { days: String(RESTORE_DAYS) })}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t("app.cancel")}
          </Button>
          <Button color="red" variant="filled" loading={deleting} onClick={() => void confirm()}>
            {t("assistants.delete")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
