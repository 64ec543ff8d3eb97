import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface DeleteDialogProps {
  title: string;
  /** What is lost, and for how long it can be undone. */
  body: string;
  /** What the button says. Default: to delete. */
  confirm?: string;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Names what would be lost before it is. */
export function DeleteDialog({ title, body, confirm: confirmText, onClose, onConfirm }: DeleteDialogProps) {
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
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text>{body}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t("app.cancel")}
          </Button>
          <Button color="red" variant="filled" loading={isDeleting} onClick={() => void confirm()}>
            {confirmText ?? t("resource.delete")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
