import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "./Failure.tsx";
import { useReturnedFocus } from "./use-returned-focus.ts";

interface ConfirmDialogProps {
  title: string;
  /** What is lost, and for how long it can be undone. */
  body: ReactNode;
  /** Label of the button. Default: "Delete". */
  confirm?: string;
  /** A text to type before the button works. */
  typed?: string;
  onClose: () => void;
  /** If it fails, the dialog shows the error and stays open. */
  onConfirm: () => Promise<void>;
}

/** Asks before an action that one click cannot take back. */
export function ConfirmDialog({ title, body, confirm, typed, onClose, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const [text, setText] = useState("");
  const act = useMutation({ mutationFn: onConfirm });
  const isReady = typed === undefined || text.trim() === typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes events of a dialog on to the form that opened it.
    event.stopPropagation();
    if (isReady) act.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {typeof body === "string" ? <Text>{body}</Text> : body}
          {typed !== undefined && (
            <TextInput
              label={t("organization.typeName", { name: typed })}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <Failure>{act.error?.message}</Failure>
          <Group justify="flex-end">
            <Button onClick={onClose} {...(typed === undefined ? { "data-autofocus": true } : {})}>
              {t("app.cancel")}
            </Button>
            <Button type="submit" color="red" variant="filled" loading={act.isPending} disabled={!isReady}>
              {confirm ?? t("resource.delete")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
