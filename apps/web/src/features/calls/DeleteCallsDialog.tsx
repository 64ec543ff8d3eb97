import { RESTORE_DAYS } from "@callwright/contract";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  opened: boolean;
  count: number;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Names what would be lost before it is. */
export function DeleteCallsDialog({ opened, count, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const [isDeleting, setIsDeleting] = useState(false);
  const confirm = async () => {
    setIsDeleting(true);
    try {
      await onConfirm();
    } finally {
      setIsDeleting(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("calls.deleteTitle", { count })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <Stack>
        <Text>{t("calls.deleteBody", { days: String(RESTORE_DAYS) })}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t("app.cancel")}
          </Button>
          <Button color="red" variant="filled" loading={isDeleting} onClick={() => void confirm()}>
            {t("calls.delete")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
