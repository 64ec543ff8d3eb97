import { Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type QueryKey, useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "./FormDialog.tsx";

export interface ConfirmDialogProps {
  title: string;
  /** What is lost, and for how long it can be undone. */
  body: ReactNode;
  /** Label of the button. Default: "Delete". */
  confirm?: string;
  /** A text to type before the button works. */
  typed?: string;
  onClose: () => void;
  /** The dialog closes when it is done. If it fails, the dialog shows the error and stays open. */
  onConfirm: () => Promise<unknown>;
  /** The notification afterwards. */
  done?: string;
  /** Queries that it changes, by their keys. */
  changes?: readonly QueryKey[];
}

/** Asks before an action that one click cannot take back. */
export function ConfirmDialog({ title, body, confirm, typed, onClose, onConfirm, done, changes = [] }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const act = useMutation({
    mutationFn: onConfirm,
    onSuccess: () => {
      if (done !== undefined) notifications.show({ message: done });
      onClose();
    },
    meta: { changes },
  });
  return (
    <FormDialog
      title={title}
      action={confirm ?? t("resource.delete")}
      color="red"
      startsAtCancel={typed === undefined}
      isReady={typed === undefined || text.trim() === typed.trim()}
      isPending={act.isPending}
      failure={act.error?.message}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
