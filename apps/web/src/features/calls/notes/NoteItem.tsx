import { type Note, roleAtLeast } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../../data/services.tsx";
import { useMayEdit } from "../../../data/use-may-edit.ts";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { callKeys } from "../call-queries.ts";
import facts from "../page/facts.module.css";
import classes from "./notes.module.css";

/** One note with author and time. Its author and admins can delete it. */
export function NoteItem({ note }: { note: Note }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isAsking, { open, close }] = useDisclosure();
  const mayDelete = useMayDelete(note);
  const remove = useDeleteNote(note);
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <b>{note.authorName}</b>
        <time className={facts.dim} dateTime={note.createdAt} title={format.utc(note.createdAt)}>
          {format.dateTime(note.createdAt)}
        </time>
        {mayDelete && (
          <ActionIcon
            className={classes.delete ?? ""}
            size={24}
            aria-label={t("notes.delete", { time: format.dateTimeSeconds(note.createdAt) })}
            onClick={open}
          >
            <IconTrash size={14} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      <p>{note.text}</p>
      {isAsking && (
        <ConfirmDialog
          title={t("notes.deleteTitle")}
          body={t("notes.deleteBody")}
          onClose={close}
          onConfirm={async () => {
            await remove();
            close();
          }}
        />
      )}
    </li>
  );
}

function useMayDelete({ userId }: Note): boolean {
  const session = useSession();
  const mayEdit = useMayEdit("deleteCallNote");
  if (!mayEdit || session.kind !== "signed-in") return false;
  return userId === session.user.id || roleAtLeast(session.org.role ?? "viewer", "admin");
}

function useDeleteNote({ id: noteId, callId }: Note) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    try {
      await client.callNotes.delete({ id: callId, noteId });
      await queryClient.invalidateQueries({ queryKey: callKeys.notes(callId) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("notes.deleteFailed", { reason }) });
    }
  };
}
