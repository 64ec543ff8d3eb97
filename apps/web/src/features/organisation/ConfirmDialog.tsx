import { Alert, Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

interface ConfirmDialogProps {
  title: string;
  /** What is lost. */
  children: ReactNode;
  /** What the button says. */
  confirm: string;
  /** Has to be typed first. Default: nothing. */
  typed?: string;
  onClose: () => void;
  /** Its failure is told in the dialog, which stays open. */
  onConfirm: () => Promise<void>;
}

/** Asks before something that cannot be taken back with one click. */
export function ConfirmDialog({ title, children, confirm, typed, onClose, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const act = useMutation({ mutationFn: onConfirm });
  const isReady = typed === undefined || text.trim() === typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) act.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {children}
          {typed !== undefined && (
            <TextInput
              label={t("organisation.typeName", { name: typed })}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {act.error && (
            <Alert color="red" variant="outline" role="alert">
              {act.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button onClick={onClose} {...(typed === undefined ? { "data-autofocus": true } : {})}>
              {t("app.cancel")}
            </Button>
            <Button type="submit" color="red" variant="filled" loading={act.isPending} disabled={!isReady}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
